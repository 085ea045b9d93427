import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A subscription that is not answered by then will not be. */
const longestWaitMs = 10_000;
const retryMs = 100;

/** Phones that have subscribed to one extension, all behind one socket. They answer what they are told, and count it. */
export class SipWatchers {
  readonly #heard = new Set<string>();
  #told = 0;
  #onTold: () => void = () => undefined;
  #onRefused: () => void = () => undefined;

  private constructor(
    private readonly socket: Socket,
    private readonly place: { readonly server: number; readonly own: number; readonly endpoint: string },
  ) {
    socket.on('message', (bytes) => this.#take(bytes.toString('latin1')));
  }

  /** All of them are phones of one endpoint. */
  static async subscribe(
    { server, endpoint }: { readonly server: number; readonly endpoint: string },
    count: number,
    extension: string,
  ): Promise<SipWatchers> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const watchers = new SipWatchers(socket, { server, own: socket.address().port, endpoint });
    for (let number = 0; number < count; number += 1) await watchers.#subscribeOne(number, extension);
    return watchers;
  }

  /** Waits until this many more have been told. */
  async next(count: number): Promise<void> {
    const until = this.#told + count;
    const timeout = Date.now() + longestWaitMs;
    while (this.#told < until) {
      if (Date.now() > timeout) throw new Error(`only ${this.#told} of ${until} notifications came`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1000);
        this.#onTold = () => {
          if (this.#told < until) return;
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  close(): void {
    this.socket.close();
  }

  /** Again after a moment when the server has too much to do. */
  async #subscribeOne(number: number, extension: string): Promise<void> {
    const told = this.next(1);
    let attempt = 0;
    const send = (): void => {
      attempt += 1;
      this.#send(this.#subscribe(number, { extension, attempt }));
    };
    this.#onRefused = () => void setTimeout(send, retryMs);
    send();
    await told;
  }

  #take(text: string): void {
    if (/^SIP\/2\.0 [45]/.test(text)) return this.#onRefused();
    if (!text.startsWith('NOTIFY ')) return;
    const field = (name: string): string => new RegExp(`^${name}:[^\r]*`, 'm').exec(text)?.[0] ?? '';
    const fields = ['Via', 'From', 'To', 'Call-ID', 'CSeq'].map(field);
    this.#send(['SIP/2.0 200 OK', ...fields, 'Content-Length: 0', '', ''].join('\r\n'));
    const key = `${fields[3] ?? ''} ${fields[4] ?? ''}`;
    // The same one again.
    if (this.#heard.has(key)) return;
    this.#heard.add(key);
    this.#told += 1;
    this.#onTold();
  }

  #subscribe(number: number, { extension, attempt }: { extension: string; attempt: number }): string {
    const { server, own, endpoint } = this.place;
    return [
      `SUBSCRIBE sip:${extension}@127.0.0.1:${server} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${own};branch=z9hG4bKwatch${number}-${attempt};rport`,
      'Max-Forwards: 70',
      `From: <sip:${endpoint}@127.0.0.1>;tag=watch${number}`,
      `To: <sip:${extension}@127.0.0.1>`,
      `Call-ID: watch-${number}`,
      `CSeq: ${attempt} SUBSCRIBE`,
      `Contact: <sip:watcher@127.0.0.1:${own}>`,
      'Event: dialog',
      'Expires: 3600',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n');
  }

  #send(text: string): void {
    this.socket.send(text, this.place.server, '127.0.0.1');
  }
}
