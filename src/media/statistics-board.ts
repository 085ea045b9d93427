import type { RtpStatistics, SeriesFigures, StreamFigures } from './protocol-rtp';

/**
 * The figures of one RTP leg, in memory that both threads see: the media thread alone writes, and the end of a call does
 * not wait for it. A figure that is read while it is written is that of the tick before or of this one.
 */
export class StatisticsBoard {
  readonly #cells: Float64Array;

  /** Over the memory of another board, or over its own. */
  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(cellCount * Float64Array.BYTES_PER_ELEMENT)) {
    this.#cells = new Float64Array(memory);
  }

  /** What changes with every packet. */
  writeCounters({ sent, received, lost, jitter }: PacketCounters): void {
    const cells = this.#cells;
    cells[0] = 1;
    cells[1] = sent.ssrc;
    cells[2] = sent.packets;
    cells[3] = sent.octets;
    cells[4] = received.ssrc ?? noSource;
    cells[5] = received.packets;
    cells[6] = received.octets;
    cells[7] = lost;
    cells[8] = jitter;
  }

  /** What changes with a report of either side. */
  writeReports({ local, remote, roundTrip }: Pick<RtpStatistics, 'local' | 'remote' | 'roundTrip'>): void {
    this.#cells[9] = remote.lost;
    const series = [local.jitter, local.loss, local.score, remote.jitter, remote.loss, remote.score, roundTrip];
    for (const [place, figures] of series.entries()) this.#writeSeries(place, figures);
  }

  /** All zero before the media thread has written, at most a tick after the leg was configured. */
  read(): RtpStatistics {
    const [isWritten, ssrc = 0, packets = 0, octets = 0, source = 0, received = 0, receivedOctets = 0] = this.#cells;
    const hasSource = isWritten === 1 && source !== noSource;
    const local = this.#stream(0, this.#cells[7] ?? 0);
    return {
      sent: { ssrc, packets, octets },
      received: { ssrc: hasSource ? source : undefined, packets: received, octets: receivedOctets },
      // What is measured here is known between two reports, too.
      local: { ...local, jitter: { ...local.jitter, latest: this.#cells[8] ?? 0 } },
      remote: this.#stream(3, this.#cells[9] ?? 0),
      roundTrip: this.#readSeries(6),
    };
  }

  #stream(place: number, lost: number): StreamFigures {
    const [jitter, loss, score] = [place, place + 1, place + 2].map((each) => this.#readSeries(each));
    return { lost, jitter: jitter ?? nothing, loss: loss ?? nothing, score: score ?? nothing };
  }

  #writeSeries(place: number, { latest, highest, lowest, mean, deviation }: SeriesFigures): void {
    this.#cells.set([latest, highest, lowest, mean, deviation], firstSeries + place * seriesSize);
  }

  #readSeries(place: number): SeriesFigures {
    const from = firstSeries + place * seriesSize;
    const [latest = 0, highest = 0, lowest = 0, mean = 0, deviation = 0] = this.#cells.subarray(
      from,
      from + seriesSize,
    );
    return { latest, highest, lowest, mean, deviation };
  }
}

export interface PacketCounters extends Pick<RtpStatistics, 'sent' | 'received'> {
  /** Of the received stream: lost packets, and milliseconds of jitter now. */
  readonly lost: number;
  readonly jitter: number;
}

const noSource = -1;
const firstSeries = 10;
const seriesSize = 5;
const seriesCount = 7;
const cellCount = firstSeries + seriesCount * seriesSize;
const nothing: SeriesFigures = { latest: 0, highest: 0, lowest: 0, mean: 0, deviation: 0 };
