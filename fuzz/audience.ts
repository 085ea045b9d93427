import { judgeFrame } from '../test/support/spec/contract-judge';
import type { Findings } from './finding';
import { causeOf } from './finding';
import type { SocketClient } from './socket-client';
import type { Target } from './target';
import { openSocket } from './tidy';

/**
 * Applications that listen while requests come in: without them hardly anything would happen. Every event they get is
 * judged too.
 */
export class Audience {
  #client: SocketClient | undefined;
  #isOver = false;

  constructor(
    private readonly target: Target,
    private readonly findings: Findings,
  ) {}

  async open(): Promise<void> {
    this.#client = await openSocket(this.target, '/ari/events?app=fuzz0,fuzz1,fuzz2&subscribeAll=true');
    if (this.#isOver) this.#client?.close();
    else if (this.#client === undefined) this.#isAlone();
    this.#client?.listen({
      onText: (text) => this.#heard(text),
      onPong: () => undefined,
      // Requests can take rights away, and with them the socket.
      onClose: () => void (this.#isOver || this.target.ending() !== undefined ? undefined : this.open()),
    });
  }

  close(): void {
    this.#isOver = true;
    this.#client?.close();
  }

  #isAlone(): void {
    const reasons = ['no socket could be opened for those who listen'];
    this.findings.add('audience', { where: 'server', index: -1, reasons, shown: 'the run as a whole' });
  }

  #heard(text: string): void {
    const reasons = judgeFrame(text);
    if (reasons.length === 0) return;
    this.findings.add(causeOf('event', reasons), { where: 'frame', index: -1, reasons, shown: text.slice(0, 500) });
  }
}
