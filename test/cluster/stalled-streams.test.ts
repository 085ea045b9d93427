import type { PendingRequest } from '../../src/cluster/cluster-link';
import { LinkDownError, NoRespondersError } from '../../src/cluster/cluster-link';
import { JetStreamRequests } from '../../src/cluster/nats/jet-stream';

/** Servers that answer as they are told to, and a clock that goes on with each write. */
class Servers {
  readonly asked: string[] = [];
  readonly stalled: string[] = [];
  now = 0;
  answer: (subject: string) => Promise<Buffer> = () => Promise.reject(new Error('not told'));

  readonly requests = new JetStreamRequests({
    requests: { store: (subject) => this.#request(subject) },
    headers: () => ({ set: () => undefined, get: () => '', code: 0 }),
    timeout: 5000,
    now: () => this.now,
    onStalled: (stream) => this.stalled.push(stream),
    pause: async (milliseconds) => void (this.now += milliseconds),
  });

  async writes(bucket: string): Promise<void> {
    await this.requests.write({ bucket, key: 'key' }, 'value').catch(() => undefined);
  }

  #request(subject: string): PendingRequest {
    this.asked.push(subject);
    return { answer: this.answer(subject), cancel: () => undefined };
  }
}

describe('a stream that leaves writes without an answer', () => {
  const answered = (): Promise<Buffer> => Promise.resolve(Buffer.from('{"seq":1}'));
  let servers = new Servers();
  beforeEach(() => {
    servers = new Servers();
  });
  const late = (subject: string): Promise<Buffer> => {
    if (!subject.startsWith('$KV.one.')) return answered();
    servers.now += 5000;
    return Promise.reject(new LinkDownError('the request was cancelled'));
  };

  it('gets another leader', async () => {
    servers.answer = late;
    await servers.writes('one');
    expect(servers.stalled).toEqual([]);
    await servers.writes('one');
    expect(servers.stalled).toEqual(['KV_one']);
    expect(servers.asked.at(-1)).toBe('$JS.API.STREAM.LEADER.STEPDOWN.KV_one');
  });

  it('gets no other leader before the new one had its time', async () => {
    servers.answer = late;
    for (let write = 0; write < 3; write += 1) await servers.writes('one');
    expect(servers.stalled).toEqual(['KV_one']);
    await servers.writes('one');
    expect(servers.stalled).toEqual(['KV_one', 'KV_one']);
  });

  it('is not the one that takes writes meanwhile', async () => {
    servers.answer = late;
    for (let write = 0; write < 2; write += 1) {
      await servers.writes('one');
      await servers.writes('two');
    }
    expect(servers.stalled).toEqual(['KV_one']);
  });

  it('is not one that answers in between, even if it refuses', async () => {
    for (let write = 0; write < 3; write += 1) {
      servers.answer = late;
      await servers.writes('one');
      servers.answer = () => Promise.resolve(Buffer.from('{"error":{"err_code":10071}}'));
      await servers.writes('one');
    }
    expect(servers.stalled).toEqual([]);
  });

  it.each([
    ['a connection that is lost', () => Promise.reject(new LinkDownError('lost'))],
    ['an election', () => Promise.reject(new NoRespondersError('no leader'))],
  ])('is not assumed for %s', async (_, answer) => {
    servers.answer = answer;
    for (let write = 0; write < 4; write += 1) {
      servers.now += 5000;
      await servers.writes('one');
    }
    expect(servers.stalled).toEqual([]);
  });
});
