import { TurnOutbox } from '../../../src/cluster/nats/turn-outbox';

/** An outbox whose turns end when the test says so. */
function anOutbox({ refuses = '' } = {}) {
  const published: string[] = [];
  const failed: string[] = [];
  const turns: (() => void)[] = [];
  const outbox = new TurnOutbox({
    connection: {
      publish: (subject, data) => {
        if (subject === refuses) throw new Error('too long');
        published.push(`${subject}: ${String(data)}`);
      },
    },
    soon: (action) => void turns.push(action),
    onFailed: (_, subject) => void failed.push(subject),
  });
  const endTurn = (): void => turns.splice(0).forEach((action) => action());
  return { outbox, published, failed, turns, endTurn };
}

describe('what a node sends in one turn', () => {
  it('leaves at its end, in the order in which it was sent', () => {
    const { outbox, published, turns, endTurn } = anOutbox();
    outbox.send({ subject: 'one', data: '1' });
    outbox.store({ subject: 'two', data: '2' });
    expect([published, turns.length]).toEqual([[], 1]);

    endTurn();

    expect(published).toEqual(['one: 1', 'two: 2']);
  });

  it('has the lines for one node in one message, also when something is stored in between', () => {
    const { outbox, published, endTurn } = anOutbox();
    outbox.sendLines('a', 'first');
    outbox.sendLines('b', 'other');
    outbox.store({ subject: 'bucket', data: 'x' });
    outbox.sendLines('a', 'second');

    endTurn();

    expect(published).toEqual(['a: first\nsecond', 'b: other', 'bucket: x']);
  });

  it('does not move lines in front of an answer that was sent before them', () => {
    const { outbox, published, endTurn } = anOutbox();
    outbox.sendLines('a', 'before');
    outbox.send({ subject: 'inbox', data: 'answer' });
    outbox.sendLines('a', 'after');

    endTurn();

    expect(published).toEqual(['a: before', 'inbox: answer', 'a: after']);
  });

  it('begins another message when one is long', () => {
    const { outbox, published, endTurn } = anOutbox();
    outbox.sendLines('a', 'x'.repeat(200_000));
    outbox.sendLines('a', 'second');
    outbox.sendLines('a', 'third');

    endTurn();

    expect(published.slice(1)).toEqual(['a: second\nthird']);
  });

  it('has in front what is written when the turn ends', () => {
    const { outbox, published, turns, endTurn } = anOutbox();
    outbox.prepare(() => outbox.store({ subject: 'record', data: 'r' }));
    outbox.sendLines('a', 'event');

    endTurn();

    expect(published).toEqual(['record: r', 'a: event']);
    expect(turns).toEqual([]);
  });

  it('leaves without what the client does not take, whose sender is told', () => {
    const { outbox, published, failed, endTurn } = anOutbox({ refuses: 'long' });
    const told: string[] = [];
    outbox.send({ subject: 'long', data: '1', onFailed: () => void told.push('sender') });
    outbox.send({ subject: 'long', data: '2' });
    outbox.send({ subject: 'one', data: '3' });

    endTurn();

    expect({ published, failed, told }).toEqual({ published: ['one: 3'], failed: ['long'], told: ['sender'] });
  });

  it('is dropped when the connection is lost', () => {
    const { outbox, published, endTurn } = anOutbox();
    outbox.send({ subject: 'old', data: '1' });
    outbox.clear();
    outbox.send({ subject: 'new', data: '2' });

    endTurn();

    expect(published).toEqual(['new: 2']);
  });
});
