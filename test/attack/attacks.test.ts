import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allAttacks } from '../../attack/all-attacks';
import { AttackRange } from '../../attack/range';
import { projectRoot } from '../../src/shared/project-root';
import { isLong } from '../support/effort';

const range = new AttackRange({ isShort: true, say: () => undefined });
afterAll(() => range.close());

describe('the server under attack', () => {
  for (const attack of allAttacks.filter(({ shownBy }) => shownBy === undefined || isLong)) {
    const { name, holds, hindrance } = attack;
    const reason = hindrance?.();
    if (reason === undefined)
      it(`withstands ${name}: ${holds}`, async () => {
        expect(await range.run(attack)).toMatchObject({ outcome: 'run', breaches: [] });
      });
    else it.skip(`withstands ${name} (${reason})`, () => undefined);
  }

  it('leaves attacks only to suites that exist', () => {
    const suites = allAttacks.flatMap(({ shownBy = [] }) => shownBy);

    expect(suites.filter((suite) => !existsSync(join(projectRoot(__dirname), suite)))).toEqual([]);
  });
});
