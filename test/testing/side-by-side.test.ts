import { createRequire } from 'node:module';
import { startPatchbay } from '../../src/testing/start';

interface AriChannel {
  readonly id: string;
  readonly answer: () => Promise<void>;
  readonly play: (options: { readonly media: string }) => Promise<void>;
  readonly hangup: () => Promise<void>;
}
interface AriClient {
  readonly on: (type: string, listener: (event: { readonly digit: string }, channel: AriChannel) => void) => void;
  readonly start: (application: string) => Promise<void>;
  readonly stop: () => void;
}
const ari = createRequire(__filename)('ari-client') as {
  readonly connect: (url: string, user: string, password: string) => Promise<AriClient>;
};

describe('servers under test', () => {
  it('serve applications that use ari-client', async () => {
    const bay = await startPatchbay({ dialplan: 'exten => 100,1,Stasis(ivr)', clock: 'virtual' });
    const client = await ari.connect(bay.url, bay.user, bay.password);
    client.on('StasisStart', (_event, channel) => {
      void channel.answer().then(() => channel.play({ media: 'sound:hello-world' }));
    });
    client.on('ChannelDtmfReceived', (event, channel) => void (event.digit === '1' && channel.hangup()));
    await client.start('ivr');
    const alice = bay.phone('alice');

    await alice.calls('100');
    await alice.hears('hello-world');
    await alice.presses('1');
    expect(await alice.hasEnded()).toBe(16);

    client.stop();
    await bay.close();
  });

  it('start and close by the hundred in one process, and leave no handle', async () => {
    const kinds = (): string[] => process.getActiveResourcesInfo().filter((kind) => /TCP|UDP|FS|Pipe/.test(kind));
    const before = kinds().length;
    const bays = await Promise.all(Array.from({ length: 100 }, () => startPatchbay({ clock: 'virtual' })));
    expect(new Set(bays.map(({ url }) => url)).size).toBe(100);

    await Promise.all(bays.map((bay) => bay.close()));

    // What has just been closed leaves in the next turn.
    await new Promise(setImmediate);
    expect(kinds().length).toBeLessThanOrEqual(before);
  });
});
