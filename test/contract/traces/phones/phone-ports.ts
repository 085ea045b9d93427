import type { Trace } from '../recording/trace';
import { isObject, textOf } from '../recording/trace';

const place = /sip:([^@\s<>"]+)@127\.0\.0\.1:(\d+)/;

/**
 * The ports that the phones of a recording listen at, by their names. A phone names its own in the Contact of its requests;
 * of one that sent nothing, others say where it is.
 */
export function phonePorts(trace: Trace): ReadonlyMap<string, number> {
  const ports = new Map<string, number>();
  const note = (ua: string, text: string): void => {
    const port = place.exec(text)?.[2];
    if (port !== undefined && !ports.has(ua)) ports.set(ua, Number(port));
  };
  const servers = serverPorts(trace);
  for (const step of trace.steps)
    if (step.kind === 'sip') {
      const isRequest = !step.line.startsWith('SIP/');
      if (step.isOurs && isRequest) note(step.ua, step.headers['Contact'] ?? '');
      if (!step.isOurs && isRequest) note(step.ua, step.line);
    } else if (step.kind === 'event' && isObject(step.event['contact_info'])) {
      const { aor, uri } = step.event['contact_info'];
      note(textOf(aor), textOf(uri));
    }
  for (const [, name = '', port = ''] of JSON.stringify(trace.steps).matchAll(new RegExp(place, 'g')))
    if (!ports.has(name) && !servers.has(Number(port))) ports.set(name, Number(port));
  return ports;
}

/** Whether the recorder had phones beside it. */
export function needsPhones({ steps }: Trace): boolean {
  return steps.some(
    (step) => step.kind === 'sip' || (step.kind === 'note' && softphoneCommand(step.text) !== undefined),
  );
}

/** What was typed into a softphone, whose messages were not recorded. */
export function softphoneCommand(note: string): string | undefined {
  return /^pjsua: (.*)$/.exec(note)?.[1];
}

/** Where the phones send their requests. */
function serverPorts({ steps }: Trace): ReadonlySet<number> {
  const targets = steps.flatMap((step) => {
    const text =
      step.kind === 'sip' && step.isOurs ? step.line : step.kind === 'note' ? softphoneCommand(step.text) : '';
    return [/^\w+ sip:(?:[^@\s]+@)?127\.0\.0\.1:(\d+)/.exec(text ?? '')?.[1]];
  });
  return new Set(targets.map(Number));
}
