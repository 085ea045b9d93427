import { OrderedWrites } from '../../src/engine/ordered-writes';

function aWrite() {
  const settle = { resolve: (): void => undefined, reject: (reason: Error): void => void reason };
  const promise = new Promise<void>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return { promise, resolve: () => settle.resolve(), reject: (reason: Error) => settle.reject(reason) };
}

describe('ordered writes', () => {
  it('let changes take effect in the order they were asked for, whichever write is done first', async () => {
    const writes = new OrderedWrites();
    const [slow, quick] = [aWrite(), aWrite()];
    const effects: string[] = [];

    const first = writes.after(slow.promise, () => effects.push('first'));
    const second = writes.after(quick.promise, () => effects.push('second'));
    quick.resolve();
    await quick.promise;
    expect(effects).toEqual([]);
    slow.resolve();
    await Promise.all([first, second]);

    expect(effects).toEqual(['first', 'second']);
  });

  it('give a failed write no effect and do not block others', async () => {
    const writes = new OrderedWrites();
    const [waiting, failing] = [aWrite(), aWrite()];
    const effects: string[] = [];

    const first = writes.after(waiting.promise, () => effects.push('first'));
    const second = writes.after(failing.promise, () => effects.push('second'));
    const third = writes.after(Promise.resolve(), () => effects.push('third'));
    failing.reject(new Error('the disk is full'));
    waiting.resolve();

    await expect(second).rejects.toThrow('the disk is full');
    await Promise.all([first, third]);
    expect(effects).toEqual(['first', 'third']);
  });

  it('hand back what the effect makes', async () => {
    expect(await new OrderedWrites().after(Promise.resolve(), () => 'made')).toBe('made');
  });
});
