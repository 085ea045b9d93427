import type { ChannelsExternalMediaParams, ChannelsOperations } from '../../generated/operations';
import type { Refusal } from '../contract/handler';
import { NotServedError } from '../contract/not-served';
import { isKnownFormat } from '../engine/calls/formats';
import type { Channels } from '../engine/calls/channels';
import { longestId } from './channel-makers';
import { quoted } from './quoted';

export interface ExternalMediaDeps {
  readonly channels: Channels;
  /** Whether there is a configuration object of a websocket client with this id. */
  readonly isWebsocketClient: (id: string) => boolean;
}

type Wish = ChannelsExternalMediaParams;
/** Gives the reason to refuse, if there is one. */
type Check = (wish: Wish, deps: ExternalMediaDeps) => string | undefined;

/** Audio from and to other programs. What was asked for is checked, and then it turns out that nothing carries it yet. */
export function externalMedia(deps: ExternalMediaDeps): Pick<ChannelsOperations, 'externalMedia'> {
  return {
    externalMedia: (wish) => {
      const refused = firstProblem(beforeTransport, wish, deps);
      if (refused !== undefined) return refused;
      if (wish.encapsulation === 'none' && wish.transport !== 'websocket')
        throw new NotServedError(`there is no transport ${wish.transport} without an encapsulation`);
      const unfit = firstProblem(afterTransport, wish, deps);
      if (unfit !== undefined) return unfit;
      const { channelId } = wish;
      if (channelId !== undefined && deps.channels.isTaken(channelId))
        return { status: 409, message: `there is a channel ${quoted(channelId)} already, so nothing was created` };
      throw new NotServedError(
        `this server cannot carry media by ${wish.transport} yet (encapsulation ${wish.encapsulation})`,
      );
    },
  };
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const afterTransport: readonly Check[] = [
  ({ encapsulation, data = '' }) =>
    encapsulation === 'audiosocket' && !uuid.test(data)
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

/** A host name or address with a port; IPv6 addresses in brackets. */
const hostAndPort = /^(\[[0-9a-f:.]+\]|[^\s:[\]/]+):(\d{1,5})$/i;

function hostProblem(wish: Wish, deps: ExternalMediaDeps): string | undefined {
  const { external_host: host = '', connection_type: type, transport } = wish;
  if (type === 'server') return undefined;
  if (host === '') return 'external_host is missing: only a websocket server does without it';
  if (transport === 'websocket')
    return deps.isWebsocketClient(host) ? undefined : `external_host ${quoted(host)} is no websocket client of ours`;
  const port = Number(hostAndPort.exec(host)?.[2] ?? 0);
  return port >= 1 && port <= 65_535 ? undefined : `external_host must be <host>:<port>, not ${quoted(host)}`;
}

function formatProblem({ format }: Wish): string | undefined {
  return isKnownFormat(format) ? undefined : `format ${quoted(format)} is none that can be carried; give exactly one`;
}
