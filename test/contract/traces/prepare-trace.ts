import { randomUUID } from 'node:crypto';
import { needsPhones } from './phones/phone-ports';
import type { Json, Step, Trace } from './recording/trace';
import { isObject } from './recording/trace';

/** Ids that the recorder has made up itself, with values for this run: nothing that the server said holds them before. */
export function inventedIds({ steps }: Trace): readonly (readonly [placeholder: string, value: string])[] {
  const said = new Set<string>();
  const invented = new Map<string, string>();
  for (const step of steps)
    for (const [, name = ''] of JSON.stringify(step).matchAll(/(?:<|%3C)(uuid-\d+)(?:>|%3E)/g)) {
      const id = `<${name}>`;
      if (!isOurs(step)) said.add(id);
      else if (!said.has(id) && !invented.has(id)) invented.set(id, randomUUID());
    }
  return [...invented];
}

function isOurs({ kind }: Step): boolean {
  return kind === 'request' || kind === 'ws-send' || kind === 'ws-connect';
}

/** The ports that audio comes to are chosen at random, there and here: placeholders take their places. */
export function withPortPlaceholders(trace: Trace): Trace {
  const ports = new Map<Json, string>();
  const note = (port: Json | undefined): void => {
    if (typeof port === 'string' && /^\d+$/.test(port) && !ports.has(port)) ports.set(port, `<port-${ports.size + 1}>`);
  };
  for (const step of trace.steps) {
    if (step.kind === 'event' && step.event['variable'] === localPort) note(step.event['value']);
    const variables = step.kind === 'response' && isObject(step.body) ? step.body['channelvars'] : undefined;
    if (isObject(variables)) note(variables[localPort]);
  }
  if (ports.size === 0) return trace;
  return JSON.parse(JSON.stringify(trace), (_key, value: Json) => ports.get(value) ?? value) as Trace;
}

const localPort = 'UNICASTRTP_LOCAL_PORT';

/** What the server does not have yet, by what shows in a recording that needs it. */
const notServed: readonly (readonly [sign: RegExp, reason: string])[] = [];

/** Why a recording cannot be played; undefined when it can. */
export function unplayable(trace: Trace): string | undefined {
  if (!needsPhones(trace)) return undefined;
  const text = JSON.stringify(trace.steps);
  return notServed.find(([sign]) => sign.test(text))?.[1];
}
