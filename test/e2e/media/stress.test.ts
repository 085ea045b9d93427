import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/shared/project-root';
import { CallRig } from '../../support/calls/call-rig';
import { cases } from '../../support/effort';
import { SeededRandom } from '../../support/seeded-random';

const dialplan = `
exten => music,1,Answer(,i)
 same => n,Wait(600)
`;
const calls = cases({ few: 20, many: 100 });
const tasks = cases({ few: 300, many: 3000 });
const workers = cases({ few: 10, many: 50 });

/** What this process has open, by what is behind it; sockets come and go as clients like. */
function openFiles(): string[] {
  const paths = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      // It has been closed since it was listed.
      return [];
    }
  });
  return paths.filter((path) => !path.startsWith('socket:')).sort();
}

/** Starts playbacks and recordings and ends others, at random, many at a time. */
class Crowd {
  readonly statuses = new Map<number, number>();
  readonly #random = new SeededRandom(20_261_115);
  /** What ends those that are there. */
  readonly #ends: (() => Promise<void>)[] = [];
  #made = 0;

  constructor(private readonly rig: CallRig) {}

  async comeAndGo(): Promise<void> {
    const work = async (): Promise<void> => {
      while (this.#made < tasks) {
        await this.#start();
        if (this.#ends.length > calls) await this.#end();
      }
      while (this.#ends.length > 0) await this.#end();
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  async #start(): Promise<void> {
    this.#made += 1;
    const id = this.#made;
    const target = this.#random.below(10) === 0 ? 'bridges/b1' : `channels/c${this.#random.below(calls)}`;
    if (this.#random.below(2) === 0) await this.#play(target, `p${id}`);
    else await this.#record(target, `r${id}`);
  }

  async #play(target: string, id: string): Promise<void> {
    const media = this.#random.oneOf(['tone:busy', 'tone:!440/40', 'sound:nothing-here', 'sound:beep', 'digits:42']);
    await this.#ask('post', `/${target}/play/${id}?media=${encodeURIComponent(media)}`);
    if (this.#random.below(3) === 0) await this.#ask('post', `/playbacks/${id}/control?operation=pause`);
    this.#ends.push(() => this.#ask('delete', `/playbacks/${id}`));
  }

  async #record(target: string, name: string): Promise<void> {
    const format = this.#random.oneOf(['wav', 'ulaw', 'sln16']);
    await this.#ask('post', `/${target}/record?name=${name}&format=${format}`);
    if (this.#random.below(2) === 0) await this.#ask('post', `/recordings/live/${name}/pause`);
    const live = `/recordings/live/${name}`;
    const isKept = this.#random.below(2) === 0;
    this.#ends.push(() => (isKept ? this.#ask('post', `${live}/stop`) : this.#ask('delete', live)));
  }

  async #end(): Promise<void> {
    const [end] = this.#ends.splice(this.#random.below(this.#ends.length), 1);
    await end?.();
  }

  async #ask(method: 'post' | 'delete', target: string): Promise<void> {
    const { status } = await this.rig.rest[method](target);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

describe('playbacks and recordings that start and stop at random', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan, {
      'asterisk.conf': `[directories]\nastdatadir => ${projectRoot(__dirname)}\n`,
    });
  });
  afterAll(() => rig.close());

  it('leave no file, leg, task or timer behind', async () => {
    const app = await rig.open('hello');
    const filesBefore = openFiles();
    for (let index = 0; index < calls; index += 1) await rig.call(`c${index}`, app);
    await rig.rest.post('/bridges/b1');
    await rig.rest.post(`/bridges/b1/addChannel?channel=c0,c1,c2`);
    const crowd = new Crowd(rig);
    await crowd.comeAndGo();

    expect([...crowd.statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(crowd.statuses.get(201)).toBeGreaterThan(tasks / 2);
    await rig.clear();
    const { playbacks, recordings, mediaLegs, mediaTasks } = rig.server.counts();
    expect({ playbacks, recordings, mediaLegs, mediaTasks }).toEqual({
      playbacks: 0,
      recordings: 0,
      mediaLegs: 0,
      mediaTasks: 0,
    });
    expect(openFiles()).toEqual(filesBefore);
    const recorded = readdirSync(join(rig.server.folder, 'state', 'spool', 'recording'));
    expect(recorded.filter((name) => !/^r\d+\.(wav|ulaw|sln16)$/.test(name))).toEqual([]);
    expect(recorded.length).toBeGreaterThan(0);
  });
});
