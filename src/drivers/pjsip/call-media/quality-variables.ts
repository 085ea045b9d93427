import type { RtpStatistics, SeriesFigures, StreamFigures } from '../../../media/protocol-rtp';
import { noFigures } from '../../../media/statistics-board';

interface QualityVariable {
  readonly name: string;
  /** Its name on the channel at the other end of the call. */
  readonly bridged: string;
  readonly value: string;
}

/** What becomes of the audio of a call, in the variables that dialplans and applications read when it ends. */
export function qualityVariables(statistics: RtpStatistics): readonly QualityVariable[] {
  const all = { name: 'RTPAUDIOQOS', bridged: 'RTPAUDIOQOSBRIDGED', value: summary(statistics) };
  const [jitter, loss, roundTrip, scores] = hasReports(statistics) ? reportVariables(statistics) : withoutReports;
  return [all, jitter, loss, roundTrip, scores];
}

type Reported = Pick<RtpStatistics, 'local' | 'remote' | 'roundTrip'>;

/** Of jitter, loss, round trip and score. */
type ReportVariables = readonly [QualityVariable, QualityVariable, QualityVariable, QualityVariable];

function reportVariables({ local, remote, roundTrip }: Reported): ReportVariables {
  const jitter = bothWays('', 'jitter', { rx: seconds(local.jitter), tx: seconds(remote.jitter) });
  const loss = bothWays('  ', 'lost', { rx: local.loss, tx: remote.loss });
  const scores = bothWays('   ', 'mes', { rx: local.score, tx: remote.score });
  return [
    { name: 'RTPAUDIOQOSJITTER', bridged: 'RTPAUDIOQOSJITTERBRIDGED', value: jitter },
    { name: 'RTPAUDIOQOSLOSS', bridged: 'RTPAUDIOQOSLOSSBRIDGED', value: loss },
    { name: 'RTPAUDIOQOSRTT', bridged: 'RTPAUDIOQOSRTTBRIDGED', value: series('     ', 'rtt', seconds(roundTrip)) },
    { name: 'RTPAUDIOQOSMES', bridged: 'RTPAUDIOQOSMESBRIDGED', value: scores },
  ];
}

/** On the board of a leg there are no figures before the first report of either side. */
function hasReports({ local, remote, roundTrip }: Reported): boolean {
  return local.loss !== noFigures || remote.loss !== noFigures || roundTrip !== noFigures;
}

const nothing: StreamFigures = { lost: 0, jitter: noFigures, loss: noFigures, score: noFigures };
/** Written once: most calls are too short for a report. */
const withoutReports = reportVariables({ local: nothing, remote: nothing, roundTrip: noFigures });

function summary({ sent, received, local, remote, roundTrip }: RtpStatistics): string {
  return (
    `ssrc=${sent.ssrc};themssrc=${received.ssrc ?? 0};lp=${local.lost};rxjitter=${places(local.jitter.latest / 1000)}` +
    `;rxcount=${received.packets};txjitter=${places(remote.jitter.latest / 1000)};txcount=${sent.packets}` +
    `;rlp=${remote.lost};rtt=${places(roundTrip.latest / 1000)};rxmes=${places(local.score.latest)}` +
    `;txmes=${places(remote.score.latest)}`
  );
}

function bothWays(
  indent: string,
  what: string,
  { rx, tx }: { readonly rx: SeriesFigures; readonly tx: SeriesFigures },
): string {
  return `${series(indent, `rx${what}`, rx)}${series(indent, `tx${what}`, tx)}`;
}

function series(indent: string, what: string, { lowest, highest, mean, deviation }: SeriesFigures): string {
  return (
    `${indent}min${what}=${tenPlaces(lowest)};${indent}max${what}=${tenPlaces(highest)};` +
    `${indent}avg${what}=${tenPlaces(mean)};${indent}stdev${what}=${tenPlaces(deviation)};`
  );
}

/** Figures are zero in most calls that are short, and to format one takes a microsecond. */
function places(value: number): string {
  return value === 0 ? '0.000000' : value.toFixed(6);
}

/** So that lines of a log stand below each other. */
function tenPlaces(value: number): string {
  return value === 0 ? '000.000000' : value.toFixed(6).padStart(10, '0');
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
