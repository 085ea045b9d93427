import { channelId, idIfGiven } from '../../shared/ids';
import type { Channel as WireChannel } from '../../../generated/models';
import type { ChannelsExternalMediaParams, ChannelsOperations } from '../../../generated/operations';
import type { Refusal, Reply } from '../../contract/handler';
import { NotServedError } from '../../contract/not-served';
import type { Bridges } from '../../engine/calls/bridge/bridges';
import type { ExternalConnection, ExternalMediaOutcome } from '../../engine/calls/use-cases/external-media';
import type { CallUseCases } from '../../engine/calls/use-cases/use-cases';
import { when } from '../../shared/scheduling/when';
import { presentChannel } from '../../stasis/presenters/present-channel';
import { assignmentsOf } from '../assignments';
import { unknownBridge } from './channel-makers';
import { channelRefusal } from './channel-refusals';
import { quoted } from '../quoted';

export interface ExternalMediaDeps {
  readonly bridges: Pick<Bridges, 'find'>;
  readonly useCases: Pick<CallUseCases, 'externalMedia'>;
}

type Params = ChannelsExternalMediaParams;

/** Audio from and to other programs. */
export function externalMedia({ bridges, useCases }: ExternalMediaDeps): Pick<ChannelsOperations, 'externalMedia'> {
  return {
    externalMedia: (params, { socket }) => {
      const misplaced = unknownBridge(params, bridges);
      if (misplaced !== undefined) return misplaced;
      const connection = readConnection(params);
      if (typeof connection === 'string') return { status: 400, message: connection };
      const { app: name, data: args, format, variables, transport_data: options = '' } = params;
      const placed = useCases.externalMedia({
        application: { name, args },
        id: idIfGiven(params.channelId, channelId),
        format,
        connection,
        options,
        variables: assignmentsOf(variables),
        socket,
      });
      return when(placed, (outcome) => replyTo(outcome, params));
    },
  };
}

function replyTo(result: ExternalMediaOutcome, params: Params): Reply<200, WireChannel> | Refusal<400 | 409> {
  const problem = (message: string): Refusal<400> => ({ status: 400, message });
  switch (result.outcome) {
    case 'made':
      // The answer includes the variables set by the technology, such as the port for audio.
      return { status: 200, body: { ...presentChannel(result.channel), channelvars: result.variables } };
    case 'client-unknown':
      return problem(`external_host ${quoted(result.client)} is not a configured websocket client`);
    case 'host-malformed':
      return problem(`external_host must be <host>:<port>, not ${quoted(result.host)}`);
    case 'host-refused':
      return problem(`external_host cannot be reached: ${result.reason}`);
    case 'format-unknown':
      return problem(`format ${quoted(result.format)} cannot be carried; give exactly one`);
    case 'uuid-malformed':
      return problem('data must be the UUID of the call for the audio socket');
    case 'options-malformed':
      return problem(`transport_data ${quoted(params.transport_data ?? '')} is malformed: ${result.reason}`);
    case 'connection-not-served':
      throw new NotServedError(`there is no transport ${params.transport} without an encapsulation`);
    case 'refused':
    case 'technology-unknown':
    case 'no-pair':
      // The client did not name an endpoint.
      return problem(`media cannot be exchanged: ${result.reason}`);
    default:
      return channelRefusal(result);
  }
}

const transports = { rtp: 'udp', audiosocket: 'tcp' } as const;

/** The parameters that say how audio is exchanged, if they fit together; a text says why they do not. */
function readConnection(params: Params): ExternalConnection | string {
  const { encapsulation, transport, connection_type: type, external_host: host = '', data: uuid = '' } = params;
  if (transport === 'websocket' && encapsulation !== 'none')
    return `transport websocket needs the encapsulation none, not ${encapsulation}`;
  if (encapsulation !== 'none' && transports[encapsulation] !== transport)
    return `encapsulation ${encapsulation} needs the transport ${transports[encapsulation]}, not ${transport}`;
  if (type === 'server' && transport !== 'websocket')
    return `connection_type server needs the transport websocket, not ${transport}`;
  if (type === 'server' && host !== '' && host.toUpperCase() !== 'INCOMING')
    return 'external_host and connection_type server exclude each other: the external side connects';
  if (type !== 'server' && host === '') return 'external_host is missing: only a websocket server does without it';
  if (transport === 'websocket')
    return { kind: 'websocket', client: type === 'server' ? undefined : host, direction: params.direction };
  switch (encapsulation) {
    case 'rtp':
      return { kind: 'rtp', host };
    case 'audiosocket':
      return { kind: 'audio-socket', host, uuid };
    case 'none':
      return { kind: 'bare', host };
  }
}
