export type ControlFormat = 'plain-text' | 'json';

/** Seen from the application: `out` is one that only sends, `in` one that only receives. */
export type StreamDirection = 'both' | 'in' | 'out';

export interface WebsocketTarget {
  /** `INCOMING`, or the id of a configured client. */
  readonly connection: string;
  readonly isIncoming: boolean;
  readonly format: string | undefined;
  readonly answers: boolean;
  readonly isPassedThrough: boolean;
  /** As it was written, in case it is none. */
  readonly control: string | undefined;
  readonly direction: StreamDirection;
  /** `a=b&c=d` */
  readonly parameters: string;
}

const options = /^(?:[np]|[cfvd]\([^()]*\))*$/;

/** `<connection>[/<options>]` with the options `c(<format>)`, `n`, `v(<a=b,c=d>)`, `p`, `f(<format>)`, `d(<direction>)`. A text says what is wrong. */
export function parseWebsocketTarget(resource: string): WebsocketTarget | string {
  const slash = resource.indexOf('/');
  const connection = slash < 0 ? resource : resource.slice(0, slash);
  const written = slash < 0 ? '' : resource.slice(slash + 1);
  if (connection === '') return `'${resource}' names neither INCOMING nor a websocket client`;
  if (!options.test(written))
    return `'${written}' has an option that is none of c(<format>), n, v(<parameters>), p, f(<control format>) and d(<direction>)`;
  const isIncoming = connection === 'INCOMING';
  const parameters = valueOf('v', written) ?? '';
  if (isIncoming && parameters !== '') return 'a socket that the far end opens takes no v(<parameters>)';
  if (/[^!-~]|[#'"<>\\^`{|}]/.test(parameters)) return `v(${parameters}) is not percent-encoded`;
  const direction = valueOf('d', written) ?? 'both';
  if (!isDirection(direction)) return `d(${direction}) is none of d(both), d(in) and d(out)`;
  return {
    connection,
    isIncoming,
    direction,
    format: valueOf('c', written),
    answers: !hasFlag('n', written),
    isPassedThrough: hasFlag('p', written),
    control: valueOf('f', written),
    parameters: parameters.replaceAll(',', '&'),
  };
}

/** The last one counts; an empty one is as good as none. */
function valueOf(option: string, written: string): string | undefined {
  const values = [...written.matchAll(/([cfvd])\(([^()]*)\)/g)].filter(([, name]) => name === option);
  return values.at(-1)?.[2] || undefined;
}

function hasFlag(flag: 'n' | 'p', written: string): boolean {
  return written.replace(/\([^()]*\)/g, '').includes(flag);
}

export function isDirection(text: string): text is StreamDirection {
  return text === 'both' || text === 'in' || text === 'out';
}
