/** The kinds of things an application can subscribe to. */
export const subjectKinds = ['channel', 'bridge', 'endpoint', 'deviceState'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** `channel:1234`, `endpoint:PJSIP/alice`, `endpoint:PJSIP`; with nothing behind the colon, everything of its kind. */
export type Subject = `${SubjectKind}:${string}`;

export function subject(kind: SubjectKind, id: string): Subject {
  return `${kind}:${id}`;
}

/** Everything of a kind. */
export const wholeKinds: Readonly<Record<SubjectKind, Subject>> = {
  channel: 'channel:',
  bridge: 'bridge:',
  endpoint: 'endpoint:',
  deviceState: 'deviceState:',
};

/** The names under which whole-kind subscriptions are listed, as existing clients know them. */
export const wholeKindNames: Readonly<Record<SubjectKind, string>> = {
  channel: '__AST_CHANNEL_ALL_TOPIC',
  bridge: '__AST_BRIDGE_ALL_TOPIC',
  endpoint: '__AST_ENDPOINT_ALL_TOPIC',
  deviceState: '__AST_DEVICE_STATE_ALL_TOPIC',
};

/** Reads an event source as a client writes it; undefined when its scheme is unknown or missing. */
export function parseSubject(text: string): { readonly kind: SubjectKind; readonly id: string } | undefined {
  const colon = text.indexOf(':');
  const kind = subjectKinds.find((candidate) => candidate === text.slice(0, colon));
  if (colon === -1 || kind === undefined) return undefined;
  const id = text.slice(colon + 1);
  return { kind, id: id === wholeKindNames[kind] ? '' : id };
}
