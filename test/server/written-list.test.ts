import { jsonText } from '../../src/server/http/answers/respond';
import { writtenInSlices } from '../../src/server/written-list';

/** Takes longer to be written than a slice may. */
class SlowItem {
  constructor(
    private readonly index: number,
    private readonly order: string[],
  ) {}

  toJSON(): number {
    this.order.push(`item ${this.index}`);
    if (this.index % 20 === 0) for (const until = performance.now() + 6; performance.now() < until;);
    return this.index;
  }
}

describe('the answer with a long list', () => {
  it('is written while others have a turn', async () => {
    const order: string[] = [];
    const body = Array.from({ length: 200 }, (_, index) => new SlowItem(index, order));
    const written = writtenInSlices({ status: 200, body });
    setImmediate(() => order.push('others'));

    const reply = await written;

    expect(JSON.parse(jsonText(reply.body, false))).toEqual(Array.from({ length: 200 }, (_, index) => index));
    expect(order.indexOf('others')).toBeLessThan(order.indexOf('item 199'));
  });

  it('is left alone when it is short', () => {
    const reply = { status: 200, body: [1, 2, 3] };

    expect(writtenInSlices(reply)).toBe(reply);
  });
});
