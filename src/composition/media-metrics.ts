import type { Metrics } from '../server/metrics';
import type { MediaHouse } from './media';

/** How the media thread is doing, for those who watch the server. */
export function watchMedia(metrics: Metrics, { statistics, health }: Pick<MediaHouse, 'statistics' | 'health'>): void {
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
  metrics.gauge('patchbay_media_plays', 'What the media thread plays, music included', () => statistics()?.plays ?? 0);
  metrics.gauge('patchbay_media_up', 'Whether there is a media thread that works', () => Number(health().isUp));
  metrics.counter(
    'patchbay_media_restarts_total',
    'Media threads that took the place of one that failed or stood still',
    () => health().restarts,
  );
  metrics.gauge(
    'patchbay_media_heartbeat_age_seconds',
    'Time since the media thread last gave a sign of life',
    () => Math.round(health().silence) / 1000,
  );
}
