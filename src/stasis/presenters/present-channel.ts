import type { Channel as WireChannel } from '../../../generated/models';
import type { ChannelSnapshot } from '../../engine/calls/channel/channel-snapshot';
import type { EndpointName } from '../../engine/endpoint';
import { joined } from '../../shared/collections/joined';
import { TurnoverMap } from '../../shared/collections/turnover-map';
import { wireTime } from '../../shared/time/timestamp';
import { subjectsOfEndpoint } from './present-endpoint';
import type { Subject } from '../subject';
import { subject } from '../subject';
import { Written } from '../written';

const allChannels = subject('channel', '');

/** What the events about a channel have in common. */
interface Remembered {
  readonly endpoint: EndpointName;
  readonly subjects: readonly Subject[];
  /** Several events in a row show the same snapshot: it is put into words once. */
  snapshot: ChannelSnapshot | undefined;
  written: Written<WireChannel> | undefined;
}

const maxRemembered = 4096;
/** By id, for the channels of the latest events; it starts again when it is full. */
const remembered = new TurnoverMap<string, Remembered>();

export function writeChannel(snapshot: ChannelSnapshot): Written<WireChannel> {
  const known = remember(snapshot);
  if (known.snapshot === snapshot && known.written !== undefined) return known.written;
  known.written = rewritten(known, snapshot) ?? Written.of(presentChannel(snapshot));
  known.snapshot = snapshot;
  return known.written;
}

/** The text of the snapshot before, when only the state has changed since: most changes are such. */
function rewritten(
  { snapshot: before, written }: Remembered,
  snapshot: ChannelSnapshot,
): Written<WireChannel> | undefined {
  if (before === undefined || written === undefined || !isSameButState(before, snapshot)) return undefined;
  return written.with('state', before.state, snapshot.state);
}

function isSameButState(before: ChannelSnapshot, snapshot: ChannelSnapshot): boolean {
  for (const name in snapshot) {
    const key = name as keyof ChannelSnapshot;
    if (snapshot[key] !== before[key] && key !== 'state') return false;
  }
  return true;
}

/** No more events about a channel are to be expected. */
export function forgetChannel(id: string): void {
  remembered.delete(id);
}

function remember({ id, endpoint }: ChannelSnapshot): Remembered {
  const known = remembered.get(id);
  // Another channel may have had the id.
  if (known?.endpoint === endpoint) return known;
  if (remembered.size === maxRemembered) remembered.clear();
  const subjects = joined([subject('channel', id), allChannels], subjectsOfEndpoint(endpoint));
  const fresh: Remembered = { endpoint, subjects, snapshot: undefined, written: undefined };
  remembered.set(id, fresh);
  return fresh;
}

export function presentChannel(snapshot: ChannelSnapshot): WireChannel {
  const { place, application, caller, connected, redirectedFrom, tenantId, variables } = snapshot;
  return {
    id: snapshot.id,
    name: snapshot.name,
    state: snapshot.state,
    protocol_id: snapshot.protocolId,
    caller: { name: caller.name, number: caller.number },
    connected: { name: connected.name, number: connected.number },
    accountcode: snapshot.accountCode,
    dialplan: {
      context: place.context,
      exten: place.extension,
      priority: place.priority,
      app_name: application.name,
      app_data: application.data,
    },
    creationtime: wireTime(snapshot.createdAt),
    language: snapshot.language,
    app_name: application.name,
    app_data: application.data,
    ...(redirectedFrom === undefined ? undefined : { caller_rdnis: redirectedFrom }),
    ...(tenantId === '' ? undefined : { tenantid: tenantId }),
    ...(variables === undefined ? undefined : { channelvars: variables }),
  };
}

/** Subscribers of the channel, of all channels or of its endpoint. */
export function subjectsOfChannel(snapshot: ChannelSnapshot): readonly Subject[] {
  return remember(snapshot).subjects;
}
