/** How often the stand-in repeats what it hears: long enough to be interrupted. */
const repeats = 5;

/** Frames of 20 ms that count as talking, and milliseconds of silence that end it. */
const [talking, silence] = [5, 1000];

export interface ModelEvents {
  readonly onTalking: () => void;
  readonly onReply: (sentences: readonly Buffer[]) => void;
}

/** Stands in for a speech model: it notices when the caller talks, and repeats what was said. */
export class EchoModel {
  #heard: Buffer[] = [];
  /** How much of it is talking, and how much of it there is up to the last word. */
  #loud = 0;
  #end = 0;
  #silence: NodeJS.Timeout | undefined;

  constructor(private readonly events: ModelEvents) {}

  /** Takes 20 ms of audio: signed 16-bit samples. Some phones send nothing while there is silence. */
  hear(frame: Buffer): void {
    const isLoud = levelOf(frame) > 100;
    if (isLoud || this.#loud > 0) this.#heard.push(frame);
    if (!isLoud) return;
    this.#loud += 1;
    this.#end = this.#heard.length;
    if (this.#loud === talking) this.events.onTalking();
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#reply(), silence);
  }

  #reply(): void {
    const said = Buffer.concat(this.#heard.slice(0, this.#end));
    if (this.#loud >= talking) this.events.onReply(Array<Buffer>(repeats).fill(said));
    this.#heard = [];
    this.#loud = 0;
  }
}

function levelOf(frame: Buffer): number {
  let sum = 0;
  for (let at = 0; at < frame.length; at += 2) sum += Math.abs(frame.readInt16LE(at));
  return sum / (frame.length / 2);
}
