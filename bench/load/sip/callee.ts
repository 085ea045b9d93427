import type { Endpoint } from '../job';
import { answerTo, phoneSdp } from './sip-text';
import { UdpLine } from './udp-line';

interface Callee {
  readonly close: () => void;
  /** Questions whether contacts are there, and contacts that were asked, since the last `forget`. */
  readonly asked: () => { readonly questions: number; readonly contacts: number };
  readonly forget: () => void;
}

/** Opens a phone that answers every call at once, and every other request with 200. The result ends it. */
export async function openCallee(server: Endpoint, port: number): Promise<Callee> {
  let asked = 0;
  const contacts = new Set<string>();
  const line = await UdpLine.open(
    server,
    ({ method, status, text }) => {
      if (status !== 0 || method === 'ACK') return;
      if (method === 'OPTIONS') {
        asked += 1;
        contacts.add(text.slice(0, text.indexOf('\r\n')));
      }
      const call = method === 'INVITE' ? { contact: `sip:callee@127.0.0.1:${port}`, sdp: phoneSdp(40_002) } : {};
      line.send(answerTo(text, '200 OK', { tag: 'callee', ...call }));
    },
    port,
  );
  const forget = (): void => {
    asked = 0;
    contacts.clear();
  };
  return { close: () => line.close(), asked: () => ({ questions: asked, contacts: contacts.size }), forget };
}
