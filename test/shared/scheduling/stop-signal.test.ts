import { asAbortSignal, listenerCount, Stopper } from '../../../src/shared/scheduling/stop-signal';

describe('a stop signal', () => {
  it('calls its listeners once and in their order, and keeps none of them', () => {
    const stopper = new Stopper();
    const heard: string[] = [];
    stopper.signal.addEventListener('abort', () => heard.push('first'));
    stopper.signal.addEventListener('abort', () => heard.push('second'));
    stopper.abort();
    stopper.abort();
    expect(heard).toEqual(['first', 'second']);
    expect(stopper.signal.aborted).toBe(true);
    expect(listenerCount(stopper.signal)).toBe(0);
  });

  it('has fired by the time it calls its listeners', () => {
    const stopper = new Stopper();
    let aborted = false;
    stopper.signal.addEventListener('abort', () => (aborted = stopper.signal.aborted));
    stopper.abort();
    expect(aborted).toBe(true);
  });

  it('does not call a listener that was removed, not even by an earlier one', () => {
    const stopper = new Stopper();
    const heard: string[] = [];
    const second = (): void => void heard.push('second');
    stopper.signal.addEventListener('abort', () => stopper.signal.removeEventListener('abort', second));
    stopper.signal.addEventListener('abort', second);
    stopper.abort();
    expect(heard).toEqual([]);
  });

  it('calls a listener that was added twice only once', () => {
    const stopper = new Stopper();
    let calls = 0;
    const listener = (): void => void (calls += 1);
    for (let count = 0; count < 2; count += 1) stopper.signal.addEventListener('abort', listener);
    stopper.abort();
    expect(calls).toBe(1);
  });

  it('keeps the order of its listeners when the first one goes and comes again', () => {
    const stopper = new Stopper();
    const heard: string[] = [];
    const first = (): void => void heard.push('first');
    stopper.signal.addEventListener('abort', first);
    stopper.signal.addEventListener('abort', () => heard.push('second'));
    stopper.signal.removeEventListener('abort', first);
    stopper.signal.addEventListener('abort', first);
    expect(listenerCount(stopper.signal)).toBe(2);
    stopper.abort();
    expect(heard).toEqual(['second', 'first']);
  });

  it('does not call a listener that comes too late', () => {
    const stopper = new Stopper();
    stopper.abort();
    let called = false;
    stopper.signal.addEventListener('abort', () => (called = true));
    stopper.abort();
    expect(called).toBe(false);
  });

  it('becomes an AbortSignal that fires with it, until it is released', () => {
    const [one, other] = [new Stopper(), new Stopper()];
    const [kept, released] = [asAbortSignal(one.signal), asAbortSignal(other.signal)];
    released.release();
    one.abort();
    other.abort();
    expect(kept.signal.aborted).toBe(true);
    expect(released.signal.aborted).toBe(false);
    expect(listenerCount(other.signal)).toBe(0);
    expect(asAbortSignal(one.signal).signal.aborted).toBe(true);
  });
});
