import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { judge } from '../spec/contract-judge';

/** How the server answered a request to upgrade. */
export interface UpgradeAnswer {
  /** 101 when it agreed; the connection is cut at once then. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface UpgradeExtras {
  readonly method?: string;
  /** A header that is undefined is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  authorization: `Basic ${Buffer.from('asterisk:asterisk').toString('base64')}`,
};

/** Asks for a websocket, as a client would or a little wrong. A refusal is held against the published description. */
export function askToUpgrade(
  url: string,
  { method = 'GET', headers = {} }: UpgradeExtras = {},
): Promise<UpgradeAnswer> {
  const all = Object.entries({ ...handshake, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: Object.fromEntries(all), agent: false });
    outgoing.once('error', reject);
    outgoing.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: 101, headers: response.headers, body: undefined });
    });
    outgoing.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response;
        const path = url.replace(/^https?:\/\/[^/]+/, '');
        // Where no websocket can be opened, an operation may live all the same; this answer is not its own.
        const asked = status === 404 ? '/ari/nothing' : path;
        const reasons = judge({ method, path: asked, status, headers, body: text });
        if (reasons.length > 0) reject(new Error(`${method} ${path}: ${status} ${text}: ${reasons.join('; ')}`));
        else resolve({ status, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) });
      });
    });
    outgoing.end();
  });
}
