import { parseArgs } from 'node:util';

/** Another server of this interface, to run the same load against. */
export interface Against {
  readonly url: URL;
  readonly user: string;
  readonly password: string;
  /** Its process, when it runs on this machine: its CPU time can then be read too. */
  readonly pid: number | undefined;
}

export interface BenchOptions {
  /** Load per row, all rounds together. */
  readonly seconds: number;
  readonly against: Against | undefined;
  /** Only rows whose name contains this. */
  readonly only: string;
  /** Where our server leaves a CPU profile when it ends; the figures of such a run are not comparable. */
  readonly profileFolder: string | undefined;
}

export const usage = `  --seconds N        seconds of load per row, all rounds together (default 3)
  --only TEXT        only rows whose name contains TEXT
  --profile FOLDER   leave ours.cpuprofile there, for: npm run bench -- profile FILE
  --against URL      run the same load against another server of this interface
    --user U --password P   credentials
    --pid N                 its process, if it runs here, to read its CPU time
`;

/** Throws a sentence for the reader when the arguments make no sense. */
export function readOptions(args: readonly string[]): BenchOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { seconds: text, only: text, profile: text, against: text, user: text, password: text, pid: text },
  });
  return {
    seconds: positive('seconds', values.seconds) ?? 3,
    against: againstIn(values),
    only: values.only ?? '',
    profileFolder: values.profile,
  };
}

interface AgainstValues {
  readonly against?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly pid?: string | undefined;
}

function againstIn({ against, user, password, pid }: AgainstValues): Against | undefined {
  if (against === undefined) return undefined;
  if (user === undefined || password === undefined) throw new Error('--against needs --user and --password too');
  if (!URL.canParse(against) || new URL(against).protocol !== 'http:')
    throw new Error(`--against cannot be '${against}': give a URL like http://127.0.0.1:8088`);
  return { url: new URL(against), user, password, pid: positive('pid', pid) };
}

export function positive(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0)) throw new Error(`--${name} cannot be '${text}': give a number above 0`);
  return number;
}
