import { parseArgs } from 'node:util';
import type { Endpoint } from '../load/job';
import type { BenchOptions } from '../options';
import { positive } from '../options';

export interface SipBenchOptions extends BenchOptions {
  /** Another server to press. */
  readonly other: { readonly server: Endpoint; readonly pid: number | undefined } | undefined;
}

export const sipUsage = `  options of sip: --seconds, --only and --profile as above, and
  --against HOST:PORT   press that server over UDP, too; it needs the extensions of bench/sip/sip-config.ts
    --pid N             its process, if it runs here, to read its CPU time
`;

export function readSipOptions(args: readonly string[]): SipBenchOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { seconds: text, only: text, profile: text, against: text, pid: text },
  });
  const { against, pid, only = '', profile: profileFolder } = values;
  const [, host, port] = /^(.+):(\d+)$/.exec(against ?? '') ?? [];
  if (against !== undefined && (host === undefined || port === undefined))
    throw new Error(`--against cannot be '${against}': give HOST:PORT`);
  return {
    seconds: positive('seconds', values.seconds) ?? 3,
    only,
    profileFolder,
    against: undefined,
    other: host === undefined ? undefined : { server: { host, port: Number(port) }, pid: positive('pid', pid) },
  };
}
