/** What a message of the event socket says about a call; everything else is only counted. */
export type CallMessage =
  | { readonly kind: 'arrived' | 'channel-gone'; readonly call: number }
  | { readonly kind: 'event' | 'answer' };

const event: CallMessage = { kind: 'event' };
const answer: CallMessage = { kind: 'answer' };
const kinds: Readonly<Record<string, 'arrived' | 'channel-gone'>> = {
  StasisStart: 'arrived',
  ChannelDestroyed: 'channel-gone',
};

/** The type stands at the beginning of a message: only there it is looked for. */
const beginning = 80;

/** Reads no more of a message than is needed. Throws when a request was refused. */
export function readCallMessage(payload: Buffer, idPrefix: string): CallMessage {
  const type = /"type": ?"(\w+)"/.exec(payload.toString('latin1', 0, beginning))?.[1] ?? '';
  if (type === 'RESTResponse') return accepted(payload);
  const kind = kinds[type];
  if (kind === undefined) return event;
  const at = payload.indexOf(idPrefix, 0, 'latin1') + idPrefix.length;
  return { kind, call: Number(payload.toString('latin1', at, at + 4)) };
}

function accepted(payload: Buffer): CallMessage {
  if (/"status_code": ?2\d\d\b/.test(payload.toString('latin1', 0, 400))) return answer;
  throw new Error(`a request was refused: ${payload.toString('utf8')}`);
}
