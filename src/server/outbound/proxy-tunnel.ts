import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { WebsocketClientConfig } from '../../config/server-config';
import { basicCredentials } from './basic-credentials';
import type { AttemptOptions } from './connect';
import { placeOf } from './place';

type Proxy = NonNullable<WebsocketClientConfig['proxy']>;

/** A connection to the target (`host:port`) through an HTTP proxy: CONNECT of RFC 9110 §9.3.6, in clear text. */
export async function openTunnel(
  proxy: Proxy,
  target: string,
  { destinations, signal }: Pick<AttemptOptions, 'destinations' | 'signal'>,
): Promise<Socket> {
  const place = placeOf(new URL(`http://${proxy.host}`));
  const reason = destinations.literalRefusal(place);
  if (reason !== undefined) throw new Error(reason);
  const credentials = basicCredentials(proxy.username, proxy.password);
  const request = httpRequest({
    ...place,
    lookup: destinations.lookupFor(place.port),
    method: 'CONNECT',
    path: target,
    agent: false,
    headers: { Host: target, ...(credentials === undefined ? {} : { 'Proxy-Authorization': credentials }) },
  });
  // From here on the close event reports any error of the connection.
  request.on('error', () => undefined);
  request.on('connect', (_response, socket) => socket.on('error', () => undefined));
  request.end();
  try {
    const [response, socket, early] = (await once(request, 'connect', { signal })) as [IncomingMessage, Socket, Buffer];
    if (response.statusCode !== 200) throw new Error(`the proxy answered ${response.statusCode ?? 'nothing'}`);
    if (early.length > 0) socket.unshift(early);
    return socket;
  } catch (error) {
    request.destroy();
    throw error;
  }
}
