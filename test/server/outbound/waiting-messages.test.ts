import { WaitingMessages } from '../../../src/server/outbound/waiting-messages';
import { ManualClock } from '../../support/client/client-clock';

function someMessages(limits = {}) {
  const clock = new ManualClock();
  const seen = { drops: 0 };
  const onFirstDrop = (): void => void (seen.drops += 1);
  const waiting = new WaitingMessages({ messages: 3, size: 100, age: 1000, ...limits }, { clock, onFirstDrop });
  return { clock, seen, waiting };
}

describe('messages that wait for a connection', () => {
  it('are handed out once, in order', () => {
    const { waiting, seen } = someMessages();
    for (const text of ['a', 'b', 'c']) waiting.add(text);

    expect(waiting.take()).toEqual(['a', 'b', 'c']);
    expect(waiting.take()).toEqual([]);
    expect(seen.drops).toBe(0);
  });

  it('lose the oldest when there are too many, which is told once for each wait', () => {
    const { waiting, seen } = someMessages();
    for (const text of ['a', 'b', 'c', 'd', 'e']) waiting.add(text);

    expect(waiting.take()).toEqual(['c', 'd', 'e']);
    expect(seen.drops).toBe(1);
    for (const text of ['a', 'b', 'c', 'd', 'e']) waiting.add(text);
    expect(seen.drops).toBe(2);
  });

  it('lose the oldest when they are too long together', () => {
    const { waiting } = someMessages({ size: 5 });
    for (const text of ['aaa', 'bb', 'ccc']) waiting.add(text);

    expect(waiting.take()).toEqual(['bb', 'ccc']);
    waiting.add('much too long');
    expect(waiting.take()).toEqual([]);
  });

  it('are of no use when they are too old', () => {
    const { waiting, clock } = someMessages();
    waiting.add('a');
    clock.advance(600);
    waiting.add('b');
    clock.advance(600);

    expect(waiting.take()).toEqual(['b']);
  });
});
