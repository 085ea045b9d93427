import type { RTPstat } from '../../generated/models';
import type { LineStatistics } from '../engine/calls/technology/technology-channel';

type SeriesFigures = LineStatistics['roundTrip'];
type StreamFigures = LineStatistics['local'];

/** Times are shown in seconds. */
export function presentRtpStatistics(channelId: string, statistics: LineStatistics): RTPstat {
  const { sent, received, remote, local, roundTrip } = statistics;
  const time = figures(roundTrip, 1000);
  return {
    txcount: sent.packets,
    rxcount: received.packets,
    txjitter: remote.jitter.latest / 1000,
    rxjitter: local.jitter.latest / 1000,
    ...streamOf('remote', remote),
    ...streamOf('local', local),
    txploss: remote.lost,
    rxploss: local.lost,
    rtt: time.latest,
    maxrtt: time.max,
    minrtt: time.min,
    normdevrtt: time.normdev,
    stdevrtt: time.stdev,
    local_ssrc: sent.ssrc,
    remote_ssrc: received.ssrc ?? 0,
    txoctetcount: sent.octets,
    rxoctetcount: received.octets,
    channel_uniqueid: channelId,
    txmes: remote.score.latest,
    rxmes: local.score.latest,
  };
}

interface Figures {
  readonly latest: number;
  readonly max: number;
  readonly min: number;
  readonly normdev: number;
  readonly stdev: number;
}

function figures(series: SeriesFigures, divisor = 1): Figures {
  return {
    latest: series.latest / divisor,
    max: series.highest / divisor,
    min: series.lowest / divisor,
    normdev: series.mean / divisor,
    stdev: series.deviation / divisor,
  };
}

/** Four figures of each, under names such as `remote_maxjitter`. */
function streamOf(side: 'remote' | 'local', { jitter, loss, score }: StreamFigures): Partial<RTPstat> {
  const named = (name: string, { max, min, normdev, stdev }: Figures): Record<string, number> => ({
    [`${side}_max${name}`]: max,
    [`${side}_min${name}`]: min,
    [`${side}_normdev${name}`]: normdev,
    [`${side}_stdev${name}`]: stdev,
  });
  return {
    ...named('jitter', figures(jitter, 1000)),
    ...named('rxploss', figures(loss)),
    ...named('mes', figures(score)),
  };
}
