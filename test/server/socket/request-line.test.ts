import { RequestLine } from '../../../src/server/socket/request-line';

/** A line whose requests are answered when the test says so; each answer comes after those before it. */
function aLine() {
  const started: string[] = [];
  const answers = new Map<string, () => void>();
  const line = new RequestLine({
    serve: (text, before) => {
      started.push(before === undefined ? text : `${text} behind another`);
      return Promise.all([new Promise<void>((resolve) => answers.set(text, resolve)), before]).then(() => undefined);
    },
    pause: () => undefined,
    resume: () => undefined,
  });
  const answer = async (text: string): Promise<void> => {
    answers.get(text)?.();
    await new Promise(setImmediate);
  };
  return { line, started, answer };
}

describe('the requests of a socket', () => {
  it('start one after the other', async () => {
    const { line, started, answer } = aLine();
    for (const text of ['one', 'two']) line.receive(text);
    expect(started).toEqual(['one']);

    await answer('one');

    expect(started).toEqual(['one', 'two']);
  });

  it('start behind one that was passed on, and wait for one that was not', async () => {
    const { line, started, answer } = aLine();
    for (const text of ['one', 'two', 'three']) line.receive(text);
    line.passedOn();
    expect(started).toEqual(['one', 'two behind another']);

    await answer('one');
    expect(started).toHaveLength(2);
    await answer('two');

    expect(started.slice(2)).toEqual(['three']);
  });

  it('start at once when all before them were passed on', () => {
    const { line, started } = aLine();
    line.receive('one');
    line.passedOn();

    line.receive('two');
    line.receive('three');

    expect(started).toEqual(['one', 'two behind another']);
  });

  it('are passed on in bounded number', () => {
    const { line, started } = aLine();
    for (let count = 0; count < 100; count += 1) {
      line.receive(String(count));
      line.passedOn();
    }

    expect(started).toHaveLength(64);
  });
});
