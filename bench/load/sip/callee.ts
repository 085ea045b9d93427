import type { Endpoint } from '../job';
import { answerTo, phoneSdp } from './sip-text';
import { UdpLine } from './udp-line';

/** Opens a phone that answers every call at once, and every other request with 200. The result ends it. */
export async function openCallee(
  server: Endpoint,
  port: number,
): Promise<{ readonly close: () => void; readonly asked: () => number }> {
  let asked = 0;
  const line = await UdpLine.open(
    server,
    ({ method, status, text }) => {
      if (status !== 0 || method === 'ACK') return;
      if (method === 'OPTIONS') asked += 1;
      const call = method === 'INVITE' ? { contact: `sip:callee@127.0.0.1:${port}`, sdp: phoneSdp(40_002) } : {};
      line.send(answerTo(text, '200 OK', { tag: 'callee', ...call }));
    },
    port,
  );
  return { close: () => line.close(), asked: () => asked };
}
