import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually';
import type { Scene } from '../scene';
import type { Activity, ActivityOutcome } from './activity';
import { wrongEvents } from './said-events';
import type { Absence, SaidEvent } from './said-events';

/** Milliseconds between two events of a node, and between checks whether the socket is still there. */
const intervals = { events: 100, checks: 500 };
const longestAbsence = 1500;

/**
 * The first application is told of events of every node all the time. Its socket is cut, and opened again on another node;
 * a socket that is lost with its node is opened elsewhere as well.
 */
export class Resumption implements Activity {
  readonly #events: SaidEvent[] = [];
  readonly #absences: Absence[] = [];
  readonly #going: Promise<void>[] = [];
  #node: number;
  #isOver = false;

  constructor(
    private readonly scene: Scene,
    home: number,
  ) {
    this.#node = home;
  }

  async run(): Promise<void> {
    const { scene } = this;
    for (const node of scene.world.nodes.keys()) this.#going.push(this.#talk(node));
    await scene.pause(intervals.checks);
    await this.#moves(scene.random.below(longestAbsence));
    this.#going.push(this.#staysConnected());
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#going);
  }

  async judge(outcome: ActivityOutcome): Promise<readonly string[]> {
    const { scene } = this;
    try {
      if (!(await scene.first.isConnected())) await this.#moves(0);
      await Promise.all([...scene.world.nodes.keys()].map((node) => this.#comesThrough(node, outcome)));
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
    return wrongEvents({ told: scene.first.told, events: this.#events, absences: this.#absences }, outcome);
  }

  /** Has events happen on a node, until its call is gone. */
  async #talk(node: number): Promise<void> {
    while (!this.#isOver && (await this.#say(node)) !== 404) await wait(intervals.events);
  }

  async #say(node: number, anchor = this.#anchorOf(node)): Promise<number> {
    const { scene } = this;
    const number = this.#events.filter((event) => event.node === node).length + 1;
    const event: SaidEvent = {
      node,
      number,
      name: `${scene.id}-${node}-${number}`,
      from: Date.now(),
      until: undefined,
    };
    this.#events.push(event);
    const target = `/events/user/${event.name}?application=${scene.first.application}&source=channel:${anchor}`;
    const { status = 0 } = await scene.ask(node, 'post', target);
    if (status === 204) event.until = Date.now();
    return status;
  }

  #anchorOf(node: number): string {
    return this.scene.calls.find((call) => call.node === node)?.id ?? '';
  }

  /** The events of a node come in their order: when the last of them is there, no other one will come. */
  async #comesThrough(node: number, { isLost }: ActivityOutcome): Promise<void> {
    if (isLost(node)) return;
    const { scene } = this;
    await eventually(
      async () => {
        await this.#say(node);
        await wait(intervals.events);
        const last = this.#events.findLast((event) => event.node === node && event.until !== undefined);
        return scene.first.told.some(({ eventname }) => eventname === last?.name);
      },
      () => `events of node ${scene.world.nameOf(node)} do not come any more`,
    );
  }

  /** Another socket in place of one that is lost. */
  async #staysConnected(): Promise<void> {
    while (!this.#isOver) {
      await wait(intervals.checks);
      if (!this.#isOver && !(await this.scene.first.isConnected())) await this.#moves(0);
    }
  }

  /** Leaves the node, and comes back on another one that can be reached. */
  async #moves(milliseconds: number): Promise<void> {
    const { first, world, random } = this.scene;
    await first.disconnect();
    const absence: Absence = { from: Date.now(), until: Infinity };
    this.#absences.push(absence);
    await wait(milliseconds);
    await eventually(
      async () => {
        const before = this.#node;
        this.#node = random.pick([0, 1, 2].filter((node) => node !== before));
        absence.until = Date.now();
        return first.reopen(world.node(this.#node).origin).then(
          () => true,
          () => false,
        );
      },
      () => 'the application cannot come back',
    );
  }
}
