import type { PatchbayServer } from 'patchbay';
import { startPatchbay } from 'patchbay';
import { connect } from 'patchbay/client';
import type { Channel } from 'patchbay/models';
import { startPatchbay as startForTest } from 'patchbay/testing';

export async function typed(): Promise<readonly Channel[]> {
  const server: PatchbayServer = await startPatchbay({ dialplan: 'exten => 1,1,Answer()' });
  const client = await connect({ url: server.url, user: server.user, password: server.password, apps: ['a'] });
  client.on('StasisStart', ({ channel }) => client.channels.answer({ channelId: channel.id }));
  // @ts-expect-error: there is no such event
  client.on('NoSuchEvent', () => undefined);
  const bay = await startForTest({ clock: 'virtual' });
  await bay.phone('alice').hears('hello-world', { within: '2s' });
  return client.channels.list();
}
