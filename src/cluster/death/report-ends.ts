import { causes, causeText } from '../../engine/calls/channel/hangup-cause';
import type { Clock } from '../../shared/time/clock';
import type { Logger } from '../../shared/logger';
import type { Application } from '../../stasis/application';
import type { Applications } from '../../stasis/applications';
import type { EventSerializer, EventType, Payload } from '../../stasis/serialized-event';
import type { Bucket } from '../cluster-link';
import type { NodeRecord } from '../node-record';
import type { ChannelRecord } from './channel-records';

export interface ReportEndsDeps {
  readonly bucket: Bucket;
  readonly applications: Applications;
  readonly notices: EventSerializer;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

/**
 * Reports the end of a dead node's channels to the applications that would have heard of it. A record is removed before
 * it is reported, so that the end of a channel is reported once, also when this node dies in the middle.
 */
export async function reportEnds(
  { id, incarnation }: Pick<NodeRecord, 'id' | 'incarnation'>,
  deps: ReportEndsDeps,
): Promise<number> {
  let reported = 0;
  for (const entry of await deps.bucket.list(id)) {
    const record = JSON.parse(entry.value ?? '') as ChannelRecord;
    if (record.incarnation > incarnation) continue;
    if (!(await deps.bucket.removeIf(entry.key, entry.revision))) continue;
    // Those of an earlier incarnation were written after its ends had been reported.
    if (record.incarnation < incarnation) continue;
    reportEnd(record, deps);
    reported += 1;
  }
  deps.log.info({ node: id, channels: reported }, 'the ends of a dead node’s channels were reported');
  return reported;
}

function reportEnd(
  { channel, bridge, application, audience, sockets, subjects }: ChannelRecord,
  deps: ReportEndsDeps,
): void {
  const { applications, notices, clock } = deps;
  const listeners = audienceOf({ audience, subjects }, applications);
  const tell = <Type extends EventType>(type: Type, payload: Payload<Type>, to: Iterable<Application>): void => {
    const notice = notices.make({ type, at: clock.now(), payload });
    for (const listener of to) {
      const socket = sockets?.[listener.name];
      if (socket === undefined || listener.group?.relayTo(socket, notice) !== true) listener.deliver(notice);
    }
  };
  if (bridge !== undefined) tell('ChannelLeftBridge', { bridge: without(bridge, channel.id), channel }, listeners);
  const home = application === undefined ? undefined : applications.get(application);
  if (home !== undefined) tell('StasisEnd', { channel }, [home]);
  const cause = causes.failure;
  tell('ChannelDestroyed', { cause, cause_txt: causeText(cause), channel }, listeners);
}

function without<Bridge extends { readonly channels: readonly string[] }>(bridge: Bridge, id: string): Bridge {
  return { ...bridge, channels: bridge.channels.filter((member) => member !== id) };
}

/** Those that were subscribed where the channel was, and those that are subscribed to all of them everywhere. */
function audienceOf(
  { audience, subjects }: Pick<ChannelRecord, 'audience' | 'subjects'>,
  applications: Applications,
): ReadonlySet<Application> {
  const named = audience.flatMap((name) => applications.get(name) ?? []);
  const here = [...(applications.audienceOf(subjects) ?? [])].filter(({ view }) => view === undefined);
  return new Set([...named, ...here]);
}
