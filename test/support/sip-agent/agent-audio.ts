import { RtpPeer } from '../media/rtp-peer';

/** Milliseconds of audio in a packet, and bytes of it at 8000 samples a second. */
export const [packetLength, packetBytes] = [20, 160];

/** Key events of RFC 4733. */
const keys = '0123456789*#ABCD';

/** The audio of one call of a user agent. It says nothing until it is told to. */
export class AgentAudio {
  #remote: number | undefined;
  #payloadType = 0;
  #cancel: (() => void) | undefined;

  private constructor(private readonly peer: RtpPeer) {}

  static async open(): Promise<AgentAudio> {
    return new AgentAudio(await RtpPeer.open());
  }

  get port(): number {
    return this.peer.port;
  }

  /** Packets of audio that came. */
  get heard(): number {
    return this.peer.heard.length;
  }

  /** Resolves when this many packets have come. */
  async until(count: number): Promise<void> {
    await this.peer.until(count, () => true);
  }

  get isSpeaking(): boolean {
    return this.#cancel !== undefined;
  }

  /** Takes over where the far end wants its audio, and in which format. */
  agree(description: string): void {
    const [, port, type] = /^m=audio (\d+) \S+ (\d+)/m.exec(description) ?? [];
    if (port === undefined || port === '0') return;
    this.#remote = Number(port);
    this.#payloadType = Number(type);
  }

  /** Speaks until it is told to stop: silence, which has to be carried as well. */
  speak(after: (milliseconds: number, action: () => void) => () => void): void {
    const { peer } = this;
    const next = (): void => {
      if (this.#remote !== undefined)
        peer.send(this.#remote, Buffer.alloc(packetBytes, 0xff), { payloadType: this.#payloadType, marker: false });
      peer.pass(packetBytes);
      this.#cancel = after(packetLength, next);
    };
    this.#cancel?.();
    this.#cancel = after(packetLength, next);
  }

  /** Presses a key for as long. */
  press(key: string, milliseconds: number): void {
    if (this.#remote === undefined) return;
    this.peer.press(this.#remote, keys.indexOf(key), Math.max(1, Math.round(milliseconds / packetLength)));
  }

  hush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  close(): void {
    this.hush();
    this.peer.close();
  }
}
