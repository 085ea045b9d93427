import type { Endpoint } from '../job';
import { WebSocketClient } from '../websocket';
import { clientFrame, opcodes } from '../websocket-frames';

interface Entered {
  readonly type: string;
  readonly args?: readonly string[];
  readonly channel: { readonly id: string };
  readonly replace_channel?: { readonly id: string };
}

const interesting = ['"type":"StasisStart"', '"type":"StasisEnd"'].map((text) => Buffer.from(text));

/**
 * An application that bridges every call with the callee and sends the phone a digit, by INFO, when they are together. When
 * the phone leaves, it ends the rest. The result ends it.
 */
export async function openBridgingApplication(
  endpoint: Endpoint,
  upgrade: string,
  onFailure: (error: Error) => void,
): Promise<() => void> {
  /** By the ids of phones: what ends with them. */
  const others = new Map<string, string[]>();
  const client = await WebSocketClient.open({
    endpoint,
    upgrade,
    onFailure,
    onMessage: (payload) => {
      if (!interesting.some((type) => payload.includes(type))) return;
      const requests = answerTo(JSON.parse(payload.toString()) as Entered, others);
      if (requests.length > 0) client.write(Buffer.concat(requests.map(frameOf)));
    },
  });
  return () => client.close();
}

type Request = readonly [method: string, uri: string];

function answerTo({ type, args = [], channel: { id }, ...event }: Entered, others: Map<string, string[]>): Request[] {
  if (type === 'StasisEnd') {
    const ended = others.get(id) ?? [];
    others.delete(id);
    return [
      ...ended.map((other): Request => ['DELETE', `channels/${encodeURIComponent(other)}`]),
      ...(ended.length > 0 ? [['DELETE', `bridges/b${id}`] as const] : []),
    ];
  }
  const replaced = event.replace_channel?.id;
  if (replaced !== undefined) {
    others.get(replaced)?.push(id);
    return [];
  }
  const [phone] = args;
  if (phone === undefined)
    return [
      ['POST', `channels/${id}/answer`],
      ['POST', `bridges/b${id}?type=mixing`],
      ['POST', `channels?endpoint=PJSIP/callee&app=bench&appArgs=${id}`],
    ];
  others.set(phone, [id]);
  return [
    ['POST', `bridges/b${phone}/addChannel?channel=${phone},${id}`],
    ['POST', `channels/${phone}/dtmf?dtmf=1&duration=100`],
  ];
}

function frameOf([method, uri]: Request): Buffer {
  return clientFrame(opcodes.text, Buffer.from(JSON.stringify({ type: 'RESTRequest', request_id: 'x', method, uri })));
}
