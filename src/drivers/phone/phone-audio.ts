import type { ExternalLegs } from '../../engine/audio/legs/external-legs';
import type { TechnologyAudio } from '../../engine/calls/technology/technology-channel';
import type { ExternalCommand } from '../../media/protocol';
import type { LegId } from '../../shared/ids';
import type { FramePrint, SoundPrint } from './sound-print';
import { findSound, frameSamples, isSilent, phoneRate, printFrame, printSound } from './sound-print';

/** Bytes of 20 ms, 16 bits a sample. */
const frameBytes = frameSamples * 2;
/** Samples that are handed to the media thread at once: eight seconds. */
const pieceSamples = phoneRate * 8;
/** Frames that are kept of what was heard: ten minutes. */
const maxHeard = 30_000;
/** Frames that are dropped at once when there are too many. */
const dropped = 5000;

interface Listener {
  readonly print: SoundPrint;
  readonly onHeard: () => void;
  /** The first frame at which the sound may begin. */
  next: number;
}

interface Speech {
  /** Samples that have not been handed over yet. */
  rest: Int16Array;
  /** Pieces that have been handed over and have not been played to their end. */
  pieces: number;
  readonly onEnd: () => void;
}

/** Mouth and ear of a simulated phone in one call: a stream of the media thread. */
export class PhoneAudio {
  readonly audio: TechnologyAudio;
  readonly #unlisten: () => void;
  readonly #listeners = new Set<Listener>();
  #heard: FramePrint[] = [];
  /** Up to here, what was heard has been recognised. */
  #recognised = 0;
  #heardMilliseconds = 0;
  #speech: Speech | undefined;

  constructor(
    private readonly leg: LegId,
    private readonly outside: ExternalLegs,
  ) {
    const reopen = (): readonly ExternalCommand[] => [this.#open()];
    this.audio = { kind: 'outside', format: 'slin16', rate: phoneRate, leg: () => leg, reopen };
    outside.send(this.#open());
    this.#unlisten = outside.listen(leg, {
      onDigit: () => undefined,
      onEnded: () => this.#silenced(),
      onLost: () => this.#silenced(),
      onBytes: (bytes) => this.#hear(bytes),
      onStream: ({ event }) => {
        if (event === 'mark-reached') this.#continue();
      },
    });
  }

  /** Milliseconds of sound, silence not counted, that has come from the server. */
  get heardMilliseconds(): number {
    return this.#heardMilliseconds;
  }

  /** Says something; what it said before is cut off. The result stops it. */
  say(samples: Int16Array, onEnd: () => void): () => void {
    this.stop();
    const speech = { rest: samples, pieces: 0, onEnd };
    this.#speech = speech;
    this.#sendPiece();
    if (speech.rest.length > 0) this.#sendPiece();
    return () => {
      if (this.#speech === speech) this.stop();
    };
  }

  stop(): void {
    if (this.#speech === undefined) return;
    this.#speech = undefined;
    this.outside.send({ do: 'stream-order', leg: this.leg, order: { order: 'flush' } });
  }

  /** Calls back once when a sound is heard that begins after the last one that was recognised. */
  onHeard(samples: Int16Array, onHeard: () => void): () => void {
    const listener = { print: printSound(samples), onHeard, next: this.#recognised };
    this.#listeners.add(listener);
    this.#recognise();
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    this.#unlisten();
    this.#listeners.clear();
    this.#speech = undefined;
  }

  #open(): Extract<ExternalCommand, { readonly do: 'open-stream' }> {
    const form = { format: 'slin16', rate: phoneRate };
    const flow = { takes: true, gives: true };
    return { do: 'open-stream', leg: this.leg, form, frameSize: frameBytes, flow, orders: [] };
  }

  /** A piece is followed by a mark, at which the next one but one is sent: the queue never runs dry in between. */
  #sendPiece(): void {
    const speech = this.#speech;
    if (speech === undefined) return;
    const piece = Int16Array.from(speech.rest.subarray(0, pieceSamples));
    speech.rest = speech.rest.subarray(pieceSamples);
    const bytes = new Uint8Array(Math.ceil(piece.byteLength / frameBytes) * frameBytes);
    bytes.set(new Uint8Array(piece.buffer));
    this.outside.send({ do: 'stream-bytes', leg: this.leg, bytes });
    speech.pieces += 1;
    this.outside.send({ do: 'stream-order', leg: this.leg, order: { order: 'mark', correlation: undefined } });
  }

  #continue(): void {
    const speech = this.#speech;
    if (speech === undefined) return;
    speech.pieces -= 1;
    if (speech.rest.length > 0) return this.#sendPiece();
    if (speech.pieces > 0) return;
    this.#speech = undefined;
    speech.onEnd();
  }

  /** What it was saying is lost with the media thread. */
  #silenced(): void {
    const speech = this.#speech;
    this.#speech = undefined;
    speech?.onEnd();
  }

  #hear(bytes: Uint8Array): void {
    const samples = new Int16Array(bytes.slice().buffer);
    if (!isSilent(samples)) this.#heardMilliseconds += 20;
    this.#heard.push(printFrame(samples));
    if (this.#heard.length > maxHeard) this.#forgetOldest();
    if (this.#listeners.size > 0) this.#recognise();
  }

  #forgetOldest(): void {
    this.#heard = this.#heard.slice(dropped);
    this.#recognised = Math.max(0, this.#recognised - dropped);
    for (const listener of this.#listeners) listener.next = Math.max(0, listener.next - dropped);
  }

  #recognise(): void {
    for (const listener of [...this.#listeners]) {
      const { print } = listener;
      const from = Math.max(listener.next, this.#recognised);
      const at = findSound(print, this.#heard, from);
      if (at === undefined) {
        listener.next = Math.max(from, this.#heard.length - print.frames + 1);
        continue;
      }
      this.#recognised = at + print.frames;
      this.#listeners.delete(listener);
      listener.onHeard();
    }
  }
}
