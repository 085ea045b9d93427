import { readdirSync, readlinkSync } from 'node:fs';
import { CallRig } from '../support/call-rig';
import { SeededRandom } from '../support/seeded-random';

const dialplan = `
exten => music,1,Answer(,i)
 same => n,Wait(600)
`;
const calls = 20;
const tasks = 2000;
const workers = 50;

/** Open recordings, prompts and other audio files; sockets and the database are not meant here. */
function openAudio(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return /\/(recording|sounds)\//.test(path) ? [path] : [];
    } catch {
      // It has been closed since it was listed.
      return [];
    }
  });
}

describe('playbacks and recordings that start and stop at random', () => {
  let rig: CallRig;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  afterAll(() => rig.close());

  it('leave no file, leg, task or timer behind', async () => {
    const app = await rig.open('hello');
    for (let index = 0; index < calls; index += 1) await rig.call(`c${index}`, app);
    await rig.rest.post('/bridges/b1');
    await rig.rest.post(`/bridges/b1/addChannel?channel=c0,c1,c2`);
    const random = new SeededRandom(20_261_115);
    let next = 0;
    const statuses = new Map<number, number>();

    const note = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const one = async (): Promise<void> => {
      const id = (next += 1);
      const target = random.below(10) === 0 ? 'bridges/b1' : `channels/c${random.below(calls)}`;
      if (random.below(2) === 0) {
        const media = random.oneOf(['tone:busy', 'tone:!440/40', 'sound:nothing-here', 'sound:beep', 'digits:42']);
        note((await rig.rest.post(`/${target}/play/p${id}?media=${encodeURIComponent(media)}`)).status);
        if (random.below(3) === 0) note((await rig.rest.post(`/playbacks/p${id}/control?operation=pause`)).status);
        note((await rig.rest.delete(`/playbacks/p${id}`)).status);
      } else {
        note(
          (await rig.rest.post(`/${target}/record?name=r${id}&format=${random.oneOf(['wav', 'ulaw', 'g722'])}`)).status,
        );
        if (random.below(2) === 0) note((await rig.rest.post(`/recordings/live/r${id}/pause`)).status);
        const [method, path] = random.oneOf([
          ['post', '/stop'],
          ['delete', ''],
        ] as const);
        note((await rig.rest[method](`/recordings/live/r${id}${path}`)).status);
      }
    };
    await Promise.all(
      Array.from({ length: workers }, async () => {
        while (next < tasks) await one();
      }),
    );

    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(statuses.get(201)).toBeGreaterThan(tasks / 2);
    await rig.clear();
    const { playbacks, recordings, mediaLegs, mediaTasks } = rig.server.counts();
    expect({ playbacks, recordings, mediaLegs, mediaTasks }).toEqual({
      playbacks: 0,
      recordings: 0,
      mediaLegs: 0,
      mediaTasks: 0,
    });
    expect(openAudio()).toEqual([]);
  }, 120_000);
});
