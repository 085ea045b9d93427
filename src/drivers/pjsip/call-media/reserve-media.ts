import type { EndpointConfig } from '../../../config/pjsip/endpoint-options';
import { StatisticsBoard } from '../../../media/statistics-board';
import type { Flow } from '../../../sip/transport/flow';
import type { CallDeps } from '../calls/call-deps';
import { legRate } from './call-formats';
import { CallMedia } from './call-media';

export type ReservedMedia =
  | { readonly outcome: 'reserved'; readonly media: CallMedia }
  | { readonly outcome: 'failed'; readonly reason: string };

/** Takes ports for the audio of a call whose signalling goes over a flow. */
export async function reserveMedia(
  { kit, service, settings, destinations, randomBytes }: CallDeps,
  { endpoint, flow, callId }: { readonly endpoint: EndpointConfig; readonly flow: Flow; readonly callId: string },
): Promise<ReservedMedia> {
  const leg = kit.legs.nextId(callId);
  const board = new StatisticsBoard();
  const [codec = 'ulaw'] = endpoint.codecs;
  const opened = await kit.outside.open({
    do: 'reserve-rtp',
    leg,
    rate: legRate(codec),
    local: { kind: 'towards', remote: flow.remote },
    ports: settings().ports,
    board: board.place,
  });
  if (opened.outcome !== 'open') return { outcome: 'failed', reason: opened.reason };
  const address = endpoint.mediaAddress || service.mediaAddress(flow) || opened.local.host;
  const sessionId = String(randomBytes(4).readUInt32BE());
  const { outside } = kit;
  const media = new CallMedia(
    { endpoint, leg, local: opened.local, address, sessionId, board },
    { outside, destinations, settings, log: kit.log, randomBytes },
  );
  return { outcome: 'reserved', media };
}
