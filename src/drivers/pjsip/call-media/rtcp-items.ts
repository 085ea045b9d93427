import type { RtpStatistics, SeriesFigures, StreamFigures } from '../../../media/protocol-rtp';
import { qualityVariables } from './quality-variables';

/** CHANNEL(rtcp,…): one figure of the audio, or a summary of several; undefined for what is not known here. */
export function readRtcpItem(name: string, statistics: RtpStatistics): string | undefined {
  const summary = summaries[name];
  if (summary !== undefined) return qualityVariables(statistics).find((each) => each.name === summary)?.value;
  return counts(statistics)[name]?.toString() ?? measures(statistics)[name]?.toFixed(6);
}

const summaries: Readonly<Record<string, string>> = {
  all: 'RTPAUDIOQOS',
  all_jitter: 'RTPAUDIOQOSJITTER',
  all_loss: 'RTPAUDIOQOSLOSS',
  all_rtt: 'RTPAUDIOQOSRTT',
  all_mes: 'RTPAUDIOQOSMES',
};

function counts({ sent, received, local, remote }: RtpStatistics): Readonly<Record<string, number>> {
  return {
    txcount: sent.packets,
    rxcount: received.packets,
    txoctetcount: sent.octets,
    rxoctetcount: received.octets,
    txploss: remote.lost,
    rxploss: local.lost,
    local_ssrc: sent.ssrc,
    remote_ssrc: received.ssrc ?? 0,
  };
}

/** Times are in seconds. */
function measures({ local, remote, roundTrip }: RtpStatistics): Readonly<Record<string, number>> {
  return {
    txjitter: remote.jitter.latest / 1000,
    rxjitter: local.jitter.latest / 1000,
    txmes: remote.score.latest,
    rxmes: local.score.latest,
    rtt: roundTrip.latest / 1000,
    ...named('*rtt', roundTrip, 1000),
    ...ofStream('local_', local),
    ...ofStream('remote_', remote),
  };
}

function ofStream(side: string, { jitter, loss, score }: StreamFigures): Readonly<Record<string, number>> {
  return {
    ...named(`${side}*jitter`, jitter, 1000),
    ...named(`${side}*rxploss`, loss),
    ...named(`${side}*mes`, score),
  };
}

/** Under names such as `local_maxjitter`. */
function named(
  names: `${string}*${string}`,
  { highest, lowest, mean, deviation }: SeriesFigures,
  divisor = 1,
): Readonly<Record<string, number>> {
  const figures = { max: highest, min: lowest, normdev: mean, stdev: deviation };
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [names.replace('*', name), value / divisor]),
  );
}
