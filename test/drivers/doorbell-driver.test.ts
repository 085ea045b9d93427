import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/calls/call-events';
import { CallRig } from '../support/calls/call-rig';
import { projectRoot } from '../../src/shared/project-root';
import type { Doors } from './doorbell-driver';
import { DoorbellDriver } from './doorbell-driver';

const dialplan = `
[doors]
exten => front,1,Stasis(hello,\${DOOR})
`;

/** Doors of the test, which tell what is heard and seen there. */
function someDoors() {
  const seen: string[] = [];
  const opens = new Map<string, () => void>();
  let press: (door: string) => void = () => undefined;
  const doors: Doors = {
    names: ['front', 'back'],
    ring: (door, onOpened) => {
      seen.push(`${door} rings`);
      opens.set(door, onOpened);
      return () => void seen.push(`${door} is quiet`);
    },
    show: (door, text) => void seen.push(`${door}: ${text}`),
    onPressed: (listener) => {
      press = listener;
      return () => (press = () => void seen.push('nobody listens'));
    },
  };
  return { doors, seen, open: (door: string) => opens.get(door)?.(), press: (door: string) => press(door) };
}

describe('the driver in the documentation', () => {
  it('is the one that is tested here', () => {
    const root = projectRoot(__dirname);
    const code = readFileSync(join(root, 'test/drivers/doorbell-driver.ts'), 'utf8');
    const shown = /```ts\n([^]*?)```/.exec(readFileSync(join(root, 'docs/writing-a-driver.md'), 'utf8'))?.[1];

    expect(shown).toBe(code.replaceAll("'../../src/", "'../../"));
  });

  it('makes calls, takes calls, and is gone with the server', async () => {
    const { doors, seen, open, press } = someDoors();
    const rig = await CallRig.start(dialplan, {}, { technologies: (kit) => [new DoorbellDriver(kit, doors)] });
    try {
      const app = await rig.open('hello&subscribeAll=yes');
      expect((await rig.rest.get('/endpoints/Doorbell')).body).toMatchObject([
        { resource: 'front', state: 'online' },
        { resource: 'back', state: 'online' },
      ]);

      await rig.rest.post('/channels/out?endpoint=Doorbell/back&app=hello');
      await until(app, 'ChannelStateChange out Ringing');
      open('back');
      await until(app, 'StasisStart out');
      await rig.rest.delete('/channels/out?reason=busy');
      await until(app, 'ChannelDestroyed out 17');

      press('front');
      const { channel, args } = await app.next().then(async function find(message): Promise<typeof message> {
        return message.type === 'StasisStart' ? message : find(await app.next());
      });
      expect([args, channel]).toMatchObject([['front'], { state: 'Ring', caller: { number: 'front' } }]);
      await rig.rest.post(`/channels/${(channel as { readonly id: string }).id}/answer`);
      press('back');
      await rig.clear();
    } finally {
      await rig.close();
    }
    press('front');

    expect(seen).toEqual([
      'back rings',
      'back is quiet',
      'back: busy',
      'front: please speak',
      'back: not in service',
      'front: goodbye',
      'nobody listens',
    ]);
  });
});
