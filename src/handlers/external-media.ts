import type { ChannelsExternalMediaParams, ChannelsOperations } from '../../generated/operations';
import type { Channel as WireChannel } from '../../generated/models';
import type { Refusal, Reply } from '../contract/handler';
import { NotServedError } from '../contract/not-served';
import type { Channel } from '../engine/calls/channel';
import { isKnownFormat } from '../engine/calls/formats';
import { parseNetworkPlace } from '../shared/network-place';
import { isUuid } from '../shared/uuid';
import { when } from '../shared/when';
import { presentChannel } from '../stasis/present-channel';
import { needsApplications } from './application-guards';
import { assignmentsOf } from './assignments';
import type { ChannelMakersDeps } from './channel-makers';
import { argsOf, dataOf, longestId, own, refusalOf, subscribe } from './channel-makers';
import { quoted } from './quoted';
import type { Destinations } from '../shared/destinations';

export interface ExternalMediaDeps extends ChannelMakersDeps {
  /** Whether there is a configuration object of a websocket client with this id. */
  readonly isWebsocketClient: (id: string) => boolean;
  readonly destinations: Pick<Destinations, 'literalRefusal'>;
}

type Wish = ChannelsExternalMediaParams;
/** Gives the reason to refuse, if there is one. */
type Check = (wish: Wish, deps: ExternalMediaDeps) => string | undefined;

/** Audio from and to other programs: a call to them, by the technology that speaks their way. */
export function externalMedia(deps: ExternalMediaDeps): Pick<ChannelsOperations, 'externalMedia'> {
  return {
    externalMedia: (wish) => {
      const refused = firstProblem(beforeTransport, wish, deps);
      if (refused !== undefined) return refused;
      if (wish.encapsulation === 'none' && wish.transport !== 'websocket')
        throw new NotServedError(`there is no transport ${wish.transport} without an encapsulation`);
      const problem = firstProblem(afterTransport, wish, deps);
      if (problem !== undefined) return problem;
      needsApplications(deps.sessions);
      return placeCall(wish, deps);
    },
  };
}

/** Milliseconds that the other side has to answer. */
const patience = 30_000;

type Placed = Reply<200, WireChannel> | Refusal<400 | 409>;

function placeCall(wish: Wish, deps: ExternalMediaDeps): Placed | Promise<Placed> {
  const { app, data, channelId, format } = wish;
  const made = deps.calls.originate({
    endpoint: endpointOf(wish),
    id: channelId || undefined,
    otherId: undefined,
    formats: [format],
    originator: undefined,
    variables: assignmentsOf(wish.variables),
    callerId: undefined,
    timeout: patience,
    beforeAnnounced: (channel) => own(app, [channel], deps),
    program: (channel) => {
      channel.position.showApplication({ name: 'Stasis', data: dataOf(app, data) });
      return deps.sessions.run(channel, app, argsOf(data));
    },
  });
  return when(made, (result) => {
    if (result.outcome === 'id-taken' || result.outcome === 'unavailable') return refusalOf(result);
    // The client knows of no endpoint. What it gave for it has been checked, except for the options of the transport.
    if (result.outcome === 'endpoint-malformed')
      return {
        status: 400,
        message: `transport_data ${quoted(wish.transport_data ?? '')} is malformed: ${result.reason}`,
      };
    if (result.outcome !== 'made') return { status: 400, message: `media cannot be exchanged: ${result.reason}` };
    subscribe(app, [result.channel], deps);
    return { status: 200, body: withAllVariables(result.channel) };
  });
}

function endpointOf(wish: Wish): string {
  const { encapsulation, external_host: host = '', format, data = '', transport_data: given = '' } = wish;
  switch (encapsulation) {
    case 'rtp':
      return `UnicastRTP/${host}/c(${format})${given}`;
    case 'audiosocket':
      return given === '' ? `AudioSocket/${host}/${data}` : `AudioSocket/${host}/${data}/${given}`;
    case 'none':
      return websocketEndpoint(wish);
  }
}

/** Both ways is what a media websocket does unless told, and may be told otherwise by its own options. */
function websocketEndpoint(wish: Wish): string {
  const { external_host: host = '', connection_type: type, transport_data: given = '', direction } = wish;
  const options = direction === 'both' ? given : `${given}d(${direction})`;
  const connection = type === 'server' ? 'INCOMING' : host;
  return options === '' ? `WebSocket/${connection}` : `WebSocket/${connection}/${options}`;
}

/** Whoever asked for the channel has to know what the technology has found out, such as the port that audio comes to. */
function withAllVariables(channel: Channel): WireChannel {
  return { ...presentChannel(channel.snapshot()), channelvars: Object.fromEntries(channel.variables.all()) };
}

const needs = { rtp: 'udp', audiosocket: 'tcp' } as const;

/** In the order in which clients are used to hear of them, behind what the specification itself refuses. */
const beforeTransport: readonly Check[] = [
  fitTogether,
  ({ connection_type: type, transport }) =>
    type === 'server' && transport !== 'websocket'
      ? `connection_type server needs the transport websocket, not ${transport}`
      : undefined,
  hostProblem,
  formatProblem,
  ({ channelId = '' }) =>
    channelId.length > longestId ? `channelId is longer than the ${longestId} characters an id may have` : undefined,
];

const afterTransport: readonly Check[] = [
  ({ encapsulation, data = '' }) =>
    encapsulation === 'audiosocket' && !isUuid(data)
      ? 'data must be the UUID by which the audio socket knows the call'
      : undefined,
];

function firstProblem(checks: readonly Check[], wish: Wish, deps: ExternalMediaDeps): Refusal<400> | undefined {
  for (const check of checks) {
    const message = check(wish, deps);
    if (message !== undefined) return { status: 400, message };
  }
  return undefined;
}

function fitTogether({ encapsulation, transport }: Wish): string | undefined {
  if (transport === 'websocket')
    return encapsulation === 'none'
      ? undefined
      : `transport websocket needs the encapsulation none, not ${encapsulation}`;
  if (encapsulation === 'none' || needs[encapsulation] === transport) return undefined;
  return `encapsulation ${encapsulation} needs the transport ${needs[encapsulation]}, not ${transport}`;
}

function hostProblem(wish: Wish, deps: ExternalMediaDeps): string | undefined {
  const { external_host: host = '', connection_type: type, transport } = wish;
  if (type === 'server') return undefined;
  if (host === '') return 'external_host is missing: only a websocket server does without it';
  if (transport === 'websocket')
    return deps.isWebsocketClient(host) ? undefined : `external_host ${quoted(host)} is no websocket client of ours`;
  const place = parseNetworkPlace(host);
  if (place === undefined) return `external_host must be <host>:<port>, not ${quoted(host)}`;
  const reason = deps.destinations.literalRefusal(place);
  return reason === undefined ? undefined : `external_host cannot be reached: ${reason}`;
}

function formatProblem({ format }: Wish): string | undefined {
  return isKnownFormat(format) ? undefined : `format ${quoted(format)} is none that can be carried; give exactly one`;
}
