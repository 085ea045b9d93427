import type { ActionStep, PhoneAction, SipStep, Trace } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';
import type { Hidden } from './hidden-registrations';
import { hiddenRegistrations } from './hidden-registrations';
import { needsPhones, softphoneCommand } from './phone-ports';
import { SeenChanges } from './seen-changes';

/** Milliseconds in which an INFO shows its effect. */
const effectMs = 300;

/** Writes out what the phones must have done, and leaves out what they do by themselves. */
export function withPhoneActions(trace: Trace): Trace {
  if (!needsPhones(trace)) return trace;
  const hidden = [...hiddenRegistrations(trace), ...pressedKeys(trace), ...optionsAnswered(trace)];
  const at = (place: number, ms: number): readonly ActionStep[] =>
    hidden.filter((one) => one.place === place).map(({ action }) => ({ kind: 'action', ms, action }));
  return {
    ...trace,
    steps: trace.steps.flatMap((step, place) => [
      ...at(place, step.ms),
      ...(step.kind === 'sip' && isQuestion(step) ? [] : [step]),
    ]),
  };
}

/** Keys that were pressed in the audio: the server tells of them, and no INFO was recorded. */
function pressedKeys(trace: Trace): readonly Hidden<PhoneAction>[] {
  // Its user is told to.
  if (trace.steps.some((step) => step.kind === 'note' && softphoneCommand(step.text) !== undefined)) return [];
  const changes = new SeenChanges(trace);
  const lastInfo = new Map<string, number>();
  return trace.steps.flatMap((step, place) => {
    if (step.kind === 'sip' && step.line.startsWith('INFO ')) lastInfo.set(step.callId, step.ms);
    if (step.kind !== 'event' || step.event['type'] !== 'ChannelDtmfReceived') return [];
    const { channel, digit, duration_ms: length } = step.event;
    if (!isObject(channel) || !textOf(channel['name']).startsWith('PJSIP/')) return [];
    const callId = textOf(channel['protocol_id']);
    const { ms, ws } = step;
    const isNew = changes.isNew(ws, callId, { change: textOf(digit), ms });
    if (!isNew || ms - (lastInfo.get(callId) ?? -effectMs) < effectMs) return [];
    return [{ place, action: { do: 'press-key', callId, key: textOf(digit), milliseconds: Number(length) } }];
  });
}

/** When phones begin and cease to answer the question whether they are there. */
function optionsAnswered({ steps }: Trace): readonly Hidden<PhoneAction>[] {
  const answers = new Map<string, boolean>();
  const lastPlace = new Map<string, number>();
  return steps.flatMap((step, place) => {
    if (step.kind !== 'sip' || !isQuestion(step)) return [];
    const { ua, callId } = step;
    const behind = lastPlace.get(ua) ?? 0;
    lastPlace.set(ua, place + 1);
    if (step.isOurs) return [];
    const isAnswered = steps.some((other) => other.kind === 'sip' && other.isOurs && other.callId === callId);
    if (isAnswered === (answers.get(ua) ?? true)) return [];
    answers.set(ua, isAnswered);
    // As late as possible: the server may ask at other moments than the recorded one did.
    const note = steps.findLastIndex((other, at) => at > behind && at < place && other.kind === 'note');
    return [{ place: Math.max(behind, note), action: { do: 'answer-options', ua, answers: isAnswered } }];
  });
}

function isQuestion({ headers }: SipStep): boolean {
  return /OPTIONS$/.test(headers['CSeq'] ?? '');
}

/** The calls in which a phone has spoken: the server has counted packets of it. By Call-ID. */
export function spokenCalls({ steps }: Trace): ReadonlySet<string> {
  const text = JSON.stringify(steps);
  const calls = new Map(
    [...text.matchAll(/\{"id":"([^"]+)","name":"[^"]+","state":"[^"]+","protocol_id":"([^"]+)"/g)].map(
      ([, id = '', callId = '']) => [id, callId] as const,
    ),
  );
  const spoken = new Set<string>();
  for (const step of steps) {
    if (step.kind === 'response' && isObject(step.body) && Number(step.body['rxcount'] ?? 0) > 0)
      spoken.add(calls.get(textOf(step.body['channel_uniqueid'])) ?? '');
    if (step.kind !== 'event' || step.event['variable'] !== 'RTPAUDIOQOS' || !isObject(step.event['channel'])) continue;
    const count = /rxcount=(\d+)/.exec(textOf(step.event['value']))?.[1];
    if (Number(count) > 0) spoken.add(textOf(step.event['channel']['protocol_id']));
  }
  return spoken;
}
