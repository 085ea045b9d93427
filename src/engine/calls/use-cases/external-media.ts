import type { ChannelId } from '../../../shared/ids';
import type { Destinations } from '../../../shared/network/destinations';
import { parseNetworkPlace } from '../../../shared/network/network-place';
import { isUuid } from '../../../shared/text/uuid';
import { isKnownFormat } from '../channel/formats';
import type { MaybePromise } from '../dialing/calls';
import { when } from '../../../shared/scheduling/when';
import type { ApplicationEntry } from '../dialing/application-port';
import type { Assignment } from '../channel/dialplan-port';
import type { OriginateDeps } from './originate';
import { originate } from './originate';
import type { ChannelRefusal, MadeChannel } from './channel-request';
import { maxIdLength } from './channel-request';

/** Audio from and to another program: a call to it, by the technology that speaks its way. */
export interface ExternalMediaRequest {
  readonly application: ApplicationEntry;
  readonly id: ChannelId | undefined;
  readonly format: string;
  readonly variables: readonly Assignment[];
  readonly connection: ExternalConnection;
  /** Options of the technology, as it writes them. */
  readonly options: string;
  /** The event socket on whose behalf it is made. */
  readonly socket?: string | undefined;
}

export type ExternalConnection =
  | { readonly kind: 'rtp'; readonly host: string }
  /** `uuid`: how the audio socket knows the call. */
  | { readonly kind: 'audio-socket'; readonly host: string; readonly uuid: string }
  /** A websocket that we open, by the name of its client; without one, the other side opens it. */
  | {
      readonly kind: 'websocket';
      readonly client: string | undefined;
      readonly direction: 'both' | 'in' | 'out';
    }
  /** Audio without any framing, which no technology carries. */
  | { readonly kind: 'bare'; readonly host: string };

export type ExternalMediaOutcome =
  | MadeChannel
  | ChannelRefusal
  | { readonly outcome: 'client-unknown'; readonly client: string }
  | { readonly outcome: 'host-malformed'; readonly host: string }
  | { readonly outcome: 'host-refused' | 'options-malformed'; readonly reason: string }
  | { readonly outcome: 'uuid-malformed' | 'connection-not-served' };

export interface ExternalMediaDeps extends OriginateDeps {
  /** Whether there is a configuration object of a websocket client with this id. */
  readonly isWebsocketClient: (id: string) => boolean;
  readonly destinations: Pick<Destinations, 'literalRefusal'>;
}

/** Milliseconds that the other side has to answer. */
const timeout = 30_000;

export function startExternalMedia(
  request: ExternalMediaRequest,
  deps: ExternalMediaDeps,
): MaybePromise<ExternalMediaOutcome> {
  const refusal = refusalOf(request, deps);
  if (refusal !== undefined) return refusal;
  const { application, id, format, variables, socket } = request;
  const placed = originate(
    {
      endpoint: endpointOf(request),
      id,
      otherId: undefined,
      formats: [format],
      originator: undefined,
      variables,
      target: { kind: 'application', ...application },
      callerId: undefined,
      timeout,
      socket,
    },
    deps,
  );
  return when(placed, (outcome): ExternalMediaOutcome => {
    switch (outcome.outcome) {
      case 'endpoint-malformed':
        // What was given for the endpoint has been checked, except for the options.
        return { outcome: 'options-malformed', reason: outcome.reason };
      case 'label-unknown':
      case 'priority-invalid':
      case 'application-unknown':
        throw new Error('external media goes to an application');
      default:
        return outcome;
    }
  });
}

function refusalOf(request: ExternalMediaRequest, deps: ExternalMediaDeps): ExternalMediaOutcome | undefined {
  const { connection, format, id } = request;
  const unreachable = hostRefusal(connection, deps);
  if (unreachable !== undefined) return unreachable;
  if (!isKnownFormat(format)) return { outcome: 'format-unknown', format };
  if ((id?.length ?? 0) > maxIdLength) return { outcome: 'id-too-long', which: 'id' };
  if (connection.kind === 'bare') return { outcome: 'connection-not-served' };
  if (connection.kind === 'audio-socket' && !isUuid(connection.uuid)) return { outcome: 'uuid-malformed' };
  return undefined;
}

function hostRefusal(connection: ExternalConnection, deps: ExternalMediaDeps): ExternalMediaOutcome | undefined {
  if (connection.kind === 'websocket') {
    const { client } = connection;
    return client === undefined || deps.isWebsocketClient(client) ? undefined : { outcome: 'client-unknown', client };
  }
  const place = parseNetworkPlace(connection.host);
  if (place === undefined) return { outcome: 'host-malformed', host: connection.host };
  const reason = deps.destinations.literalRefusal(place);
  return reason === undefined ? undefined : { outcome: 'host-refused', reason };
}

function endpointOf({ connection, format, options }: ExternalMediaRequest): string {
  switch (connection.kind) {
    case 'rtp':
      return `UnicastRTP/${connection.host}/c(${format})${options}`;
    case 'audio-socket': {
      const endpoint = `AudioSocket/${connection.host}/${connection.uuid}`;
      return options === '' ? endpoint : `${endpoint}/${options}`;
    }
    case 'websocket': {
      // Both ways is what a media websocket does unless told, and may be told otherwise by its own options.
      const all = connection.direction === 'both' ? options : `${options}d(${connection.direction})`;
      const endpoint = `WebSocket/${connection.client ?? 'INCOMING'}`;
      return all === '' ? endpoint : `${endpoint}/${all}`;
    }
    case 'bare':
      throw new Error('no technology carries audio without framing');
  }
}
