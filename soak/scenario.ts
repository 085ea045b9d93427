import type { Random } from '../fuzz/random';
import { AppSocket } from '../test/support/sockets/socket-peer';
import type { Rest } from '../test/support/sockets/socket-rest';
import { untilEvent } from '../attack/harness/events';
import type { Victim } from '../attack/harness/victim';

/** A fault that was made on purpose has cut a scenario short: nothing is wrong with that. */
export class Interrupted extends Error {}

/** Something that happens on a server, from its beginning to its end: nothing is left of it afterwards. */
export interface Scenario {
  readonly name: string;
  /** How often it is chosen, among all. */
  readonly weight: number;
  readonly play: (scene: Scene) => Promise<void>;
}

/** The resources of a scenario; everything it opens is closed after it. */
export class Scene {
  readonly #closing: (() => unknown)[] = [];
  #made = 0;

  constructor(
    readonly victim: Victim,
    readonly random: Random,
    /** No other scene has the same one. */
    readonly id: string,
  ) {}

  get rest(): Rest {
    return this.victim.rest;
  }

  /** A name that nothing else has. */
  name(kind: string): string {
    this.#made += 1;
    return `${kind}-${this.id}-${this.#made}`;
  }

  /** The event socket of an application of this scene alone. */
  async listen(query = ''): Promise<AppSocket> {
    const app = await AppSocket.open(this.victim.origin, `app=${this.application}${query}`);
    // Some disconnect without a close frame, like killed programs.
    this.finally(() => (this.random.chance(0.5) ? app.close() : app.abort()));
    return app;
  }

  get application(): string {
    return `soak-${this.id}`;
  }

  /** A call that is in the application; it is hung up at the end of the scene. */
  async call(app: AppSocket, extension = 'up'): Promise<string> {
    const id = this.name('call');
    const target = `/channels/${id}?endpoint=Local/${extension}@default&app=${this.application}`;
    await this.expect(this.rest.post(target), [200]);
    this.finally(() => this.rest.delete(`/channels/${id}`));
    await untilEvent(app, 'StasisStart', id);
    return id;
  }

  async bridge(...channels: readonly string[]): Promise<string> {
    const id = this.name('bridge');
    await this.expect(this.rest.post(`/bridges/${id}`), [200]);
    this.finally(() => this.rest.delete(`/bridges/${id}`));
    await this.expect(this.rest.post(`/bridges/${id}/addChannel?channel=${channels.join(',')}`), [204]);
    return id;
  }

  /** Waits a little, as people and programs do. */
  pause(most = 200): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.random.below(most)));
  }

  async expect<Answer extends { readonly status: number; readonly body: unknown }>(
    asked: Promise<Answer>,
    statuses: readonly number[],
  ): Promise<Answer> {
    const answer = await asked;
    if (!statuses.includes(answer.status))
      throw new Error(
        `answered with ${answer.status} instead of ${statuses.join(' or ')}: ${JSON.stringify(answer.body)}`,
      );
    return answer;
  }

  finally(close: () => unknown): void {
    this.#closing.push(close);
  }

  async end(): Promise<void> {
    for (const close of this.#closing.splice(0).reverse()) await close();
  }
}
