import type { RtpStatistics, SeriesFigures, StreamFigures } from './protocol-rtp';

/** Where the figures of a leg are: a board among others in the same memory. */
export interface BoardPlace {
  readonly memory: SharedArrayBuffer;
  readonly index: number;
}

/**
 * The figures of one RTP leg, in memory that both threads see: the media thread alone writes, and the end of a call does
 * not wait for it. A figure that is read while it is written is that of the tick before or of this one.
 */
export class StatisticsBoard {
  /** Of all boards in the same memory, and where those of this one begin. */
  readonly #cells: Float64Array;
  readonly #first: number;

  /** In the place of another board, or in one of its own. */
  constructor(readonly place: BoardPlace = nextPlace()) {
    this.#cells = cellsOf(place.memory);
    this.#first = place.index * cellCount;
  }

  /** What changes with every packet. */
  writeCounters({ sent, received, lost, jitter }: PacketCounters): void {
    const cells = this.#cells;
    const first = this.#first;
    if (cells[first] !== states.reported) cells[first] = states.counted;
    cells[first + 1] = sent.ssrc;
    cells[first + 2] = sent.packets;
    cells[first + 3] = sent.octets;
    cells[first + 4] = received.ssrc ?? noSource;
    cells[first + 5] = received.packets;
    cells[first + 6] = received.octets;
    cells[first + 7] = lost;
    cells[first + 8] = jitter;
  }

  /** What changes with a report of either side. */
  writeReports({ local, remote, roundTrip }: Pick<RtpStatistics, 'local' | 'remote' | 'roundTrip'>): void {
    this.#cells[this.#first + 9] = remote.lost;
    this.#cells[this.#first] = states.reported;
    const series = [local.jitter, local.loss, local.score, remote.jitter, remote.loss, remote.score, roundTrip];
    for (const [place, figures] of series.entries()) this.#writeSeries(place, figures);
  }

  /** All zero before the media thread has written, at most a tick after the leg was configured. */
  read(): RtpStatistics {
    const source = this.#cell(4);
    const hasSource = this.#cell(0) !== states.unwritten && source !== noSource;
    const { lost, jitter, loss, score } = this.#stream(0, this.#cell(7));
    return {
      sent: { ssrc: this.#cell(1), packets: this.#cell(2), octets: this.#cell(3) },
      received: { ssrc: hasSource ? source : undefined, packets: this.#cell(5), octets: this.#cell(6) },
      // What is measured here is known between two reports, too.
      local: { lost, jitter: withLatest(jitter, this.#cell(8)), loss, score },
      remote: this.#stream(3, this.#cell(9)),
      roundTrip: this.#readSeries(6),
    };
  }

  #cell(index: number): number {
    return this.#cells[this.#first + index] ?? 0;
  }

  #stream(place: number, lost: number): StreamFigures {
    return {
      lost,
      jitter: this.#readSeries(place),
      loss: this.#readSeries(place + 1),
      score: this.#readSeries(place + 2),
    };
  }

  #writeSeries(place: number, { latest, highest, lowest, mean, deviation }: SeriesFigures): void {
    this.#cells.set([latest, highest, lowest, mean, deviation], this.#first + firstSeries + place * seriesSize);
  }

  /** The same object for all legs without a report: most calls are too short for one. */
  #readSeries(place: number): SeriesFigures {
    if (this.#cell(0) !== states.reported) return noFigures;
    const from = firstSeries + place * seriesSize;
    return {
      latest: this.#cell(from),
      highest: this.#cell(from + 1),
      lowest: this.#cell(from + 2),
      mean: this.#cell(from + 3),
      deviation: this.#cell(from + 4),
    };
  }
}

function withLatest(figures: SeriesFigures, latest: number): SeriesFigures {
  if (figures.latest === latest) return figures;
  const { highest, lowest, mean, deviation } = figures;
  return { latest, highest, lowest, mean, deviation };
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
const boardBytes = cellCount * Float64Array.BYTES_PER_ELEMENT;

/** A memory of its own for each board would cost more than all that is done with it. Few, because the last call of them keeps it. */
const boardsPerMemory = 16;
let memory = new SharedArrayBuffer(boardsPerMemory * boardBytes);
let used = 0;

/** No place is given twice: the memory goes when nobody has a board in it any more. */
function nextPlace(): BoardPlace {
  if (used === boardsPerMemory) {
    memory = new SharedArrayBuffer(boardsPerMemory * boardBytes);
    used = 0;
  }
  used += 1;
  return { memory, index: used - 1 };
}

let viewed = new Float64Array(memory);

/** The boards of one memory come one after the other, so the last view is nearly always the one. */
function cellsOf(shared: SharedArrayBuffer): Float64Array {
  if (viewed.buffer !== shared) viewed = new Float64Array(shared);
  return viewed;
}

/** What the first cell says: whether only packets were counted so far, or there were reports as well. */
const states = { unwritten: 0, counted: 1, reported: 2 } as const;

/** Of a series without values. */
export const noFigures: SeriesFigures = { latest: 0, highest: 0, lowest: 0, mean: 0, deviation: 0 };
