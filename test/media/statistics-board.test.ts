import type { SeriesFigures } from '../../src/media/protocol-rtp';
import { noFigures, StatisticsBoard } from '../../src/media/statistics-board';

const series = (latest: number): SeriesFigures => ({
  latest,
  highest: latest + 1,
  lowest: latest - 1,
  mean: latest + 0.5,
  deviation: 0.25,
});
const noStream = { lost: 0, jitter: noFigures, loss: noFigures, score: noFigures };
const counters = {
  sent: { ssrc: 0xcafe, packets: 50, octets: 8000 },
  received: { ssrc: 0xbeef, packets: 48, octets: 7680 },
  lost: 2,
  jitter: 1.5,
};

describe('the figures of a leg', () => {
  let written: StatisticsBoard;
  let read: StatisticsBoard;
  beforeEach(() => {
    written = new StatisticsBoard();
    read = new StatisticsBoard(written.place);
  });

  it('are all zero before anything is written', () => {
    expect(read.read()).toEqual({
      sent: { ssrc: 0, packets: 0, octets: 0 },
      received: { ssrc: undefined, packets: 0, octets: 0 },
      local: noStream,
      remote: noStream,
      roundTrip: noFigures,
    });
  });

  it('are counters alone before the first report', () => {
    written.writeCounters(counters);

    expect(read.read()).toEqual({
      sent: counters.sent,
      received: counters.received,
      local: { ...noStream, lost: 2, jitter: { ...noFigures, latest: 1.5 } },
      remote: noStream,
      roundTrip: noFigures,
    });
  });

  it('have no source before the first packet comes', () => {
    written.writeCounters({ ...counters, received: { ssrc: undefined, packets: 0, octets: 0 } });

    expect(read.read().received).toEqual({ ssrc: undefined, packets: 0, octets: 0 });
  });

  it('stay those of the reports when packets are counted on, except for the jitter of now', () => {
    const local = { lost: 1, jitter: series(10), loss: series(20), score: series(30) };
    const remote = { lost: 4, jitter: series(40), loss: series(50), score: series(60) };
    written.writeCounters(counters);
    written.writeReports({ local, remote, roundTrip: series(70) });
    written.writeCounters({ ...counters, lost: 3, jitter: 11 });

    expect(read.read()).toEqual({
      sent: counters.sent,
      received: counters.received,
      local: { ...local, lost: 3, jitter: { ...local.jitter, latest: 11 } },
      remote,
      roundTrip: series(70),
    });
  });
});
