import { drawLadder, ladderMermaid } from '../../src/observe/ladder';
import { StoryBook } from '../../src/observe/story';
import type { Observation } from '../../src/engine/call-story';
import { Sighting } from '../../src/observe/sighting';
import { Tap } from '../../src/observe/tap';

const line = (at: number, from: string, to: string, more: Partial<Observation> = {}): Observation => ({
  at,
  kind: 'event',
  from,
  to,
  label: `${from} to ${to}`,
  channelIds: ['c1'],
  ...more,
});

/** The same as a sighting; reading is counted. */
let reads = 0;
class SeenLine extends Sighting {
  constructor(private readonly observation: Observation) {
    super(observation.channelIds, observation.thread);
  }

  protected override write(): Observation {
    reads += 1;
    return this.observation;
  }
}
const seen = (...facts: Parameters<typeof line>): Sighting => new SeenLine(line(...facts));

describe('a ladder', () => {
  const lines = [
    line(1000, 'Phone/alice-0', 'server', { label: 'ChannelCreated' }),
    line(1500, 'ivr', 'server', { kind: 'request', label: 'POST /channels/c1/answer; #1' }),
    line(1500, 'server', 'ivr', { kind: 'answer', label: '204' }),
    line(2000, 'server', 'server', { label: 'BridgeCreated' }),
  ];

  it('has a column for each party and the time since the beginning', () => {
    const text = drawLadder({ lines }).split('\n');

    expect(text[0]?.trim().split(/\s{2,}/)).toEqual(['application', 'server', 'Phone/alice-0']);
    expect(text[1]).toMatch(/^ {3}0\.000 .*\|<-+ ChannelCreated -+\|$/);
    expect(text[2]).toMatch(/^ {3}0\.500 .*\|-+ POST .*…?.* -+>\|/);
    expect(text[3]).toMatch(/\|<\.+ 204 \.+\|/);
    expect(text[4]).toContain('* BridgeCreated');
  });

  it('of SIP messages alone has the server and the phone, a title, and says what is left out', () => {
    const phone = 'UDP 192.0.2.7:5062';
    const messages = [
      line(0, phone, 'server', { kind: 'sip', label: 'INVITE sip:bob@example.com [sdp]' }),
      line(20, 'server', phone, { kind: 'sip', label: '486 Busy Here (INVITE)' }),
    ];
    const text = drawLadder({ title: 'Call-ID one', lines: messages, leftOut: { count: 4, behind: 1 } }).split('\n');

    expect(text[0]).toBe('Call-ID one, from 1970-01-01T00:00:00.000Z');
    expect(text[1]?.trim().split(/\s{2,}/)).toEqual(['server', phone]);
    expect(text[2]).toMatch(/^ {3}0\.000 .*\|<-+ INVITE sip:bob@example\.com \[sdp\] -+\|$/);
    expect(text[3]).toContain('* 4 more are left out');
    expect(text[4]).toMatch(/^ {3}0\.020 .*\|-+ 486 Busy Here \(INVITE\) -+>\|$/);
  });

  it('can be a sequence diagram', () => {
    expect(ladderMermaid({ lines }).split('\n')).toEqual([
      'sequenceDiagram',
      '    participant P0 as application',
      '    participant P1 as server',
      '    participant P2 as Phone/alice-0',
      '    P2->>P1: ChannelCreated',
      '    P0->>P1: POST /channels/c1/answer#59; #35;1',
      '    P1-->>P0: 204',
      '    Note over P1: BridgeCreated',
    ]);
  });
});

describe('a tap', () => {
  it('is connected to its sources only while it has listeners', () => {
    const tap = new Tap();
    let connected = 0;
    tap.addSource(() => {
      connected += 1;
      return () => void (connected -= 1);
    });
    expect(connected).toBe(0);
    const unlisten = [tap.on(() => undefined), tap.on(() => undefined)];
    expect(connected).toBe(1);

    for (const end of unlisten) end();

    expect([connected, tap.isOpen]).toEqual([0, false]);
  });
});

describe('a book of stories', () => {
  it('tells channels that had to do with each other as one call', () => {
    const tap = new Tap();
    const book = new StoryBook(tap);
    tap.tell(seen(1, 'a', 'server', { channelIds: ['c1'] }));
    tap.tell(seen(2, 'a', 'server', { channelIds: ['c2'] }));
    tap.tell(seen(3, 'a', 'server', { channelIds: ['c1', 'c2'] }));

    expect(book.of('c2')?.lines.map(({ at }) => at)).toEqual([1, 2, 3]);
    expect(book.calls()).toHaveLength(1);
  });

  it('knows which call a request or a SIP message belongs to once its channel is known', () => {
    const tap = new Tap();
    const book = new StoryBook(tap);
    const about = { channelIds: [], thread: 'Call-ID: abc' };
    tap.tell(seen(1, 'UDP 192.0.2.7:5062', 'server', { kind: 'sip', ...about }));
    tap.tell(seen(2, 'c1', 'server'));
    expect(book.of('c1')?.lines.map(({ at }) => at)).toEqual([2]);
    tap.tell(seen(3, 'server', 'UDP 192.0.2.7:5062', { kind: 'sip', ...about, channelIds: ['c1'] }));

    expect(book.of('c1')?.lines.map(({ at }) => at)).toEqual([1, 2, 3]);
    expect(book.of('abc')).toEqual(book.of('c1'));
  });

  it('reads what it keeps only when a story is asked for, and only that', () => {
    const tap = new Tap();
    const book = new StoryBook(tap);
    reads = 0;
    for (const id of ['c1', 'c1', 'c2']) tap.tell(seen(1, 'a', 'server', { channelIds: [id] }));
    expect(reads).toBe(0);

    expect(book.of('c1')?.lines).toHaveLength(2);
    expect(book.of('c1')?.lines).toHaveLength(2);

    expect(reads).toBe(2);
  });

  it('keeps no more calls and lines than it may', () => {
    const tap = new Tap();
    const book = new StoryBook(tap, { calls: 2, lines: 3, total: 5 });
    for (let at = 0; at < 10; at += 1) tap.tell(seen(at, 'a', 'server', { channelIds: ['c1'] }));
    expect(book.of('c1')).toMatchObject({ lines: { length: 3 }, leftOut: { count: 7, behind: 3 } });
    for (const id of ['c2', 'c3']) tap.tell(seen(11, 'a', 'server', { channelIds: [id] }));

    expect(book.of('c1')).toBe(undefined);
  });
});
