import { mustHold } from '../attack';
import type { Victim } from './victim';

/** The path of the media websocket of a new channel in the application `attack`. */
export async function mediaSocketPath(victim: Victim, channelId: string): Promise<string> {
  const query = `app=attack&transport=websocket&encapsulation=none&connection_type=server&format=ulaw&channelId=${channelId}`;
  const { status, body } = await victim.rest.post(`/channels/externalMedia?${query}`);
  mustHold(status === 200, `no media channel could be made: ${status}`);
  const { channelvars } = body as { readonly channelvars: Readonly<Record<string, string>> };
  return `/media/${channelvars['MEDIA_WEBSOCKET_CONNECTION_ID'] ?? ''}`;
}
