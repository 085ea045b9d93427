import { allAttacks } from '../../attack/all-attacks';
import { AttackRange } from '../../attack/range';

const range = new AttackRange({ isShort: true, say: () => undefined });
afterAll(() => range.close());

describe('the server under attack', () => {
  for (const attack of allAttacks) {
    const { name, holds, hindrance } = attack;
    const reason = hindrance?.();
    if (reason === undefined)
      it(`withstands ${name}: ${holds}`, async () => {
        expect(await range.run(attack)).toMatchObject({ outcome: 'run', breaches: [] });
      });
    else it.skip(`withstands ${name} (${reason})`, () => undefined);
  }
});
