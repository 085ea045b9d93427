import type { LogChannels } from '../../logging/log-channels';
import type { Metrics } from '../../server/metrics';
import type { Applications } from '../../stasis/applications';
import type { CallServices } from '../parts/calls';
import type { MediaCore } from '../parts/media';

export interface MeasuredServices {
  readonly applications: Pick<Applications, 'size'>;
  readonly calls: Pick<CallServices, 'channels' | 'bridges' | 'admission'>;
  readonly logs: Pick<LogChannels, 'faults'>;
  readonly media: Pick<MediaCore, 'statistics' | 'health' | 'legs'>;
}

/** What is in the server and what has gone wrong there, for those who watch it. */
export function measureServices(metrics: Metrics, { applications, calls, logs, media }: MeasuredServices): void {
  metrics.gauge('patchbay_applications', 'Applications that exist', () => applications.size);
  metrics.gauge('patchbay_channels', 'Channels that exist', () => calls.channels.size);
  metrics.gauge('patchbay_bridges', 'Bridges that exist', () => calls.bridges.size);
  metrics.counter(
    'patchbay_calls_refused_total',
    'Channels refused because of maxcalls, maxload or a stopping server',
    () => calls.admission.refused,
  );
  metrics.counter('patchbay_faults_total', 'Unexpected exceptions, each with its stack in the log', () => logs.faults);
  watchMedia(metrics, media);
}

function watchMedia(metrics: Metrics, { statistics, health, legs }: MeasuredServices['media']): void {
  metrics.counter(
    'patchbay_media_ticks_missed_total',
    'Ticks of the media thread that came so late that the next one was due already',
    () => statistics()?.missed ?? 0,
  );
  metrics.gauge(
    'patchbay_media_longest_tick_microseconds',
    'The most work that the media thread had in one tick',
    () => statistics()?.longestTick ?? 0,
  );
  metrics.gauge('patchbay_media_legs', 'Channels that the media thread has a part for', () => legs.size);
  metrics.gauge('patchbay_media_plays', 'What the media thread plays, music included', () => statistics()?.plays ?? 0);
  metrics.gauge('patchbay_media_up', 'Whether there is a media thread that works', () => Number(health().isUp));
  metrics.counter(
    'patchbay_media_restarts_total',
    'Media threads that took the place of one that failed or stood still',
    () => health().restarts,
  );
  metrics.gauge(
    'patchbay_media_heartbeat_age_seconds',
    'Time since the last heartbeat of the media thread',
    () => Math.round(health().silence) / 1000,
  );
}
