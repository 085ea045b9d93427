import { framesPerSecond } from '../samples/media-frames';

/** Notices per second. */
const noticesPerSecond = 10;
const framesPerNotice = framesPerSecond / noticesPerSecond;

/** Mean square of a frame at full scale. */
const fullScale = 32_768 * 32_768;
const silence = -127;

export interface LegLevels {
  /** Decibels of full scale, from -127 to 0. */
  readonly in: number;
  readonly out: number;
}

/** Measures the level of both directions of a leg, and reports ten times a second. */
export class LegMeter {
  #in = 0;
  #out = 0;
  #frames = 0;

  constructor(private readonly tell: (levels: LegLevels) => void) {}

  hearIn(frame: Int16Array): void {
    this.#in += power(frame);
  }

  hearOut(frame: Int16Array): void {
    this.#out += power(frame);
  }

  /** Called every 20 ms; a direction without audio was silent. */
  tick(): void {
    this.#frames += 1;
    if (this.#frames < framesPerNotice) return;
    this.tell({ in: level(this.#in), out: level(this.#out) });
    this.#frames = 0;
    this.#in = 0;
    this.#out = 0;
  }
}

/** The mean of the squares. */
function power(frame: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < frame.length; i += 1) {
    const sample = frame[i] ?? 0;
    sum += sample * sample;
  }
  return frame.length === 0 ? 0 : sum / frame.length;
}

function level(sum: number): number {
  const share = sum / framesPerNotice / fullScale;
  return share === 0 ? silence : Math.max(silence, Math.round(100 * Math.log10(share)) / 10);
}
