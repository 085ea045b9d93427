import type { Scene } from '../scene';
import type { Activity, ActivityOutcome } from './activity';
import { PhoneTransfer } from './phone-transfer';

/** On every node a phone transfers its call with another one to a third, blind or attended. */
export class Transfers implements Activity {
  readonly #transfers: readonly PhoneTransfer[];

  constructor(scene: Scene) {
    this.#transfers = scene.world.nodes.map(
      (_, node) => new PhoneTransfer(scene, { node, isAttended: scene.random.chance(0.5) }),
    );
  }

  async prepare(): Promise<void> {
    await Promise.all(this.#transfers.map((transfer) => transfer.prepare()));
  }

  async run(): Promise<void> {
    await Promise.all(this.#transfers.map((transfer) => transfer.run()));
  }

  /** Those of lost nodes have ended like all calls there. */
  async judge({ isLost, mayMiss }: ActivityOutcome): Promise<readonly string[]> {
    const kept = this.#transfers.filter(({ node }) => !isLost(node));
    return (await Promise.all(kept.map((transfer) => transfer.judge(mayMiss)))).flat();
  }
}
