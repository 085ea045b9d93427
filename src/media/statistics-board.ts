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
    const hasSource = this.#cell(0) === 1 && this.#cell(4) !== noSource;
    return {
      sent: { ssrc: this.#cell(1), packets: this.#cell(2), octets: this.#cell(3) },
      received: { ssrc: hasSource ? this.#cell(4) : undefined, packets: this.#cell(5), octets: this.#cell(6) },
      // What is measured here is known between two reports, too.
      local: this.#stream(0, this.#cell(7), this.#cell(8)),
      remote: this.#stream(3, this.#cell(9)),
      roundTrip: this.#readSeries(6),
    };
  }

  #cell(place: number): number {
    return this.#cells[place] ?? 0;
  }

  #stream(place: number, lost: number, jitterNow?: number): StreamFigures {
    return {
      lost,
      jitter: this.#readSeries(place, jitterNow),
      loss: this.#readSeries(place + 1),
      score: this.#readSeries(place + 2),
    };
  }

  #writeSeries(place: number, { latest, highest, lowest, mean, deviation }: SeriesFigures): void {
    this.#cells.set([latest, highest, lowest, mean, deviation], firstSeries + place * seriesSize);
  }

  #readSeries(place: number, now?: number): SeriesFigures {
    const from = firstSeries + place * seriesSize;
    return {
      latest: now ?? this.#cell(from),
      highest: this.#cell(from + 1),
      lowest: this.#cell(from + 2),
      mean: this.#cell(from + 3),
      deviation: this.#cell(from + 4),
    };
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
