import type { RtpStatistics, SeriesFigures } from '../../../media/protocol-rtp';

/** What becomes of the audio of a call, in the variables that dialplans and applications read when it ends. */
export function qualityVariables(statistics: RtpStatistics): Readonly<Record<string, string>> {
  const { local, remote, roundTrip } = statistics;
  return {
    RTPAUDIOQOS: summary(statistics),
    RTPAUDIOQOSJITTER: bothWays('', 'jitter', { rx: seconds(local.jitter), tx: seconds(remote.jitter) }),
    RTPAUDIOQOSLOSS: bothWays('  ', 'lost', { rx: local.loss, tx: remote.loss }),
    RTPAUDIOQOSRTT: series('     ', 'rtt', seconds(roundTrip)),
    RTPAUDIOQOSMES: bothWays('   ', 'mes', { rx: local.score, tx: remote.score }),
  };
}

function summary({ sent, received, local, remote, roundTrip }: RtpStatistics): string {
  const fields: readonly (readonly [string, string | number])[] = [
    ['ssrc', sent.ssrc],
    ['themssrc', received.ssrc ?? 0],
    ['lp', local.lost],
    ['rxjitter', (local.jitter.latest / 1000).toFixed(6)],
    ['rxcount', received.packets],
    ['txjitter', (remote.jitter.latest / 1000).toFixed(6)],
    ['txcount', sent.packets],
    ['rlp', remote.lost],
    ['rtt', (roundTrip.latest / 1000).toFixed(6)],
    ['rxmes', local.score.latest.toFixed(6)],
    ['txmes', remote.score.latest.toFixed(6)],
  ];
  return fields.map(([name, value]) => `${name}=${value}`).join(';');
}

function bothWays(
  indent: string,
  what: string,
  { rx, tx }: { readonly rx: SeriesFigures; readonly tx: SeriesFigures },
): string {
  return `${series(indent, `rx${what}`, rx)}${series(indent, `tx${what}`, tx)}`;
}

/** Numbers have ten places, so that lines of a log stand below each other. */
function series(indent: string, what: string, { lowest, highest, mean, deviation }: SeriesFigures): string {
  const figures = { min: lowest, max: highest, avg: mean, stdev: deviation };
  return Object.entries(figures)
    .map(([name, value]) => `${indent}${name}${what}=${value.toFixed(6).padStart(10, '0')};`)
    .join('');
}

function seconds(figures: SeriesFigures): SeriesFigures {
  const { latest, highest, lowest, mean, deviation } = figures;
  return {
    latest: latest / 1000,
    highest: highest / 1000,
    lowest: lowest / 1000,
    mean: mean / 1000,
    deviation: deviation / 1000,
  };
}
