import type { Findings } from './reader/findings';
import { host, port } from './reader/option-parsers';
import type { Parser } from './reader/option-parsers';

export interface Flags {
  readonly config?: string | undefined;
  readonly state?: string | undefined;
  readonly bind?: string | undefined;
  readonly port?: string | undefined;
  readonly 'sip-port'?: string | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Values from flags and environment; undefined when not given. */
export interface Overrides {
  readonly config: string | undefined;
  readonly state: string | undefined;
  readonly bindAddress: string | undefined;
  readonly bindPort: number | undefined;
  readonly sipPort: number | undefined;
}

/** Flags override the environment. An empty variable counts as unset: shell scripts often pass them. */
export function readOverrides(flags: Flags, env: Environment, findings: Findings): Overrides {
  const given = (name: keyof Flags): Said | undefined => {
    const variable = `PATCHBAY_${name.toUpperCase().replaceAll('-', '_')}`;
    return [
      { from: `--${name}`, value: flags[name] },
      { from: variable, value: env[variable] || undefined },
    ].find((said): said is Said => said.value !== undefined);
  };
  return {
    config: given('config')?.value,
    state: given('state')?.value,
    bindAddress: parsed(given('bind'), host, findings),
    bindPort: parsed(given('port'), port, findings),
    sipPort: parsed(given('sip-port'), port, findings),
  };
}

interface Said {
  readonly from: string;
  readonly value: string;
}

function parsed<Value>(said: Said | undefined, parser: Parser<Value>, findings: Findings): Value | undefined {
  if (said === undefined) return undefined;
  const result = parser.parse(said.value);
  if ('value' in result) return result.value;
  findings.problem({ file: said.from }, `'${said.value}' is not allowed here`, `give ${parser.wanted}`);
  return undefined;
}
