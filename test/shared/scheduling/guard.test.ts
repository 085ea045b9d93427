import { systemClock } from '../../../src/shared/time/clock';
import { guardedClock, guardedSoon } from '../../../src/shared/scheduling/guard';
import { makeLogger } from '../../../src/shared/logger';
import { soon } from '../../../src/shared/scheduling/soon';

describe('what is done later', () => {
  const failing = (): never => {
    throw new Error('a fault');
  };

  it('by a timer is logged with its stack when it fails, and affects nothing else', async () => {
    const told = new Promise<unknown>((resolve) => {
      guardedClock(
        systemClock,
        makeLogger((_level, { error }) => resolve(error)),
      ).after(0, failing);
    });

    expect(await told).toMatchObject({ message: 'a fault', stack: expect.stringContaining('guard.test') as string });
  });

  it('in a later turn is, too', async () => {
    const told = new Promise<unknown>((resolve) => {
      guardedSoon(
        soon,
        makeLogger((_level, { error }) => resolve(error)),
      )(failing);
    });

    expect(await told).toMatchObject({ message: 'a fault' });
  });

  it('by a timer can be cancelled as before', async () => {
    const lines: string[] = [];
    const clock = guardedClock(
      systemClock,
      makeLogger((_level, _fields, sentence) => void lines.push(sentence)),
    );
    clock.after(0, failing)();
    await new Promise<void>((resolve) => clock.after(1, resolve));

    expect(lines).toEqual([]);
  });
});
