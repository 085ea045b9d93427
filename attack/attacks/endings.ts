import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, within } from '../../test/support/eventually';
import { isBuilt } from '../../test/support/server/http-process';
import type { Message } from '../../test/support/sockets/socket-peer';
import { AppSocket } from '../../test/support/sockets/socket-peer';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import { channelIn, untilEvent } from '../harness/events';
import { Victim } from '../harness/victim';

const nameIn = (message: Message): unknown =>
  (message['recording'] as Readonly<Record<string, unknown>> | undefined)?.['name'];

/** Has as many calls in the application, each recorded and played to; gives their ids. */
async function load({ victim }: AttackContext, app: AppSocket, calls: number): Promise<string[]> {
  const ids = Array.from({ length: calls }, (_, index) => `call-${index}`);
  for (const id of ids) await victim.rest.post(`/channels/${id}?endpoint=Local/speak@default&app=attack`);
  const starting = new Set<unknown>(ids);
  while (starting.size > 0) starting.delete(channelIn(await untilEvent(app, 'StasisStart')));
  for (const id of ids) await victim.rest.post(`/channels/${id}/record?name=${id}&format=wav`);
  const recording = new Set<unknown>(ids);
  while (recording.size > 0) recording.delete(nameIn(await untilEvent(app, 'RecordingStarted')));
  return ids;
}

async function stopUnderLoad(context: AttackContext): Promise<void> {
  const { victim, size, closeAfterwards } = context;
  const app = await AppSocket.open(victim.origin, 'app=attack');
  const others = await Promise.all(
    Array.from({ length: size({ full: 30, short: 3 }) }, (_, index) =>
      AppSocket.open(victim.origin, `app=other${index}&subscribeAll=true`),
    ),
  );
  for (const each of [app, ...others]) closeAfterwards(() => each.abort());
  const ids = await load(context, app, size({ full: 50, short: 5 }));
  await victim.rest.post(`/bridges/b1`);
  await victim.rest.post(`/bridges/b1/addChannel?channel=${ids.slice(1).join(',')}`);
  const missing = new Set(
    ids.flatMap((id) => [`StasisEnd ${id}`, `ChannelDestroyed ${id}`, `RecordingFinished ${id}`]),
  );
  const heard = (async (): Promise<void> => {
    while (missing.size > 0) {
      const message = await app.next();
      missing.delete(
        `${message.type} ${String(message.type.startsWith('Rec') ? nameIn(message) : channelIn(message))}`,
      );
    }
  })();
  const stopped = victim.stop('SIGTERM');
  await heard.catch((error: unknown) => {
    mustHold(false, `${String(error)}; it had not been told: ${[...missing].slice(0, 6).join(', ')}`);
  });
  const { code } = await within(app.closed, () => 'the socket was not closed');
  mustHold(code === 1001, `the socket was closed with ${code}`);
  const { code: status } = await within(stopped, () => 'the server has not ended');
  mustHold(status === 0, `the server has ended with code ${status}`);
  const stored = new Set(readdirSync(victim.recordings));
  const isWhole = stored.size === ids.length && ids.every((id) => stored.has(`${id}.wav`));
  mustHold(isWhole, `stored: ${[...stored].join(', ')}`);
}

function filesOf({ recordings }: Victim): string[] {
  return existsSync(recordings) ? readdirSync(recordings, { recursive: true, encoding: 'utf8' }) : [];
}

async function killWhileRecording(context: AttackContext): Promise<void> {
  const { victim, size, closeAfterwards } = context;
  const app = await AppSocket.open(victim.origin, 'app=attack');
  closeAfterwards(() => app.abort());
  const ids = await load(context, app, size({ full: 20, short: 3 }));
  // What has reached the disk is to be recovered: there has to be something of each.
  const isWritten = (file: string): boolean => statSync(join(victim.recordings, file)).size > 4096;
  await eventually(
    () => filesOf(victim).filter(isWritten).length >= ids.length,
    () => `there are only ${filesOf(victim).join(', ')}`,
  );
  await victim.stop('SIGKILL');
  const next = await Victim.startIn(victim.folder);
  closeAfterwards(() => next.stop('SIGKILL'));
  const stored = (await next.rest.get('/recordings/stored')).body as readonly { readonly name: string }[];
  const lost = ids.filter((id) => !stored.some(({ name }) => name === id));
  mustHold(lost.length === 0, `recordings are lost: ${lost.join(', ')}; there are ${JSON.stringify(stored)}`);
  for (const { name } of stored) {
    const { status } = await fetch(`${next.origin}/ari/recordings/stored/${name}/file?api_key=asterisk:asterisk`);
    mustHold(status === 200, `the stored recording ${name} cannot be read: ${status}`);
  }
  // Every file of the folder is listed: none is left that clients cannot see or delete.
  const hidden = filesOf(next).filter((file) => !stored.some(({ name }) => file === `${name}.wav`));
  mustHold(hidden.length === 0, `hidden files are left: ${hidden.join(', ')}`);
  const { status } = await next.rest.post('/channels/again?endpoint=Local/up@default&app=none');
  mustHold(status < 500, `the next server answers with ${status}`);
  const { code } = await next.stop('SIGTERM');
  mustHold(code === 0, `the next server has ended with code ${code}`);
}

async function stopTwice({ victim, closeAfterwards }: AttackContext): Promise<void> {
  const app = await AppSocket.open(victim.origin, 'app=attack');
  closeAfterwards(() => app.abort());
  // It does not read the close frame, which delays the shutdown.
  app.socket.pause();
  victim.process.child.kill('SIGTERM');
  await eventually(
    async () => (await fetch(`${victim.origin}/readyz`).catch(() => undefined))?.status !== 200,
    () => 'the server does not stop to be ready',
  );
  const { code } = await within(victim.stop('SIGTERM'), () => 'the server has not ended');
  mustHold(code === 143 || code === 0, `the server has ended with code ${code}`);
}

const hindrance = (): string | undefined =>
  isBuilt() ? undefined : 'recordings need the media thread, which there is in a build only: npm run build';

export const endings: readonly Attack[] = [
  {
    name: 'sigterm-under-load',
    does: 'sends SIGTERM while calls are recorded, bridged and listened to',
    holds:
      'every call is told its end and its recording before the socket closes, files are complete, and the code is 0',
    serves: 'none',
    shownBy: 'test/e2e/process/stopping.test.ts',
    hindrance,
    run: stopUnderLoad,
  },
  {
    name: 'sigkill-recording',
    does: 'sends SIGKILL while calls are recorded, and starts the server again',
    holds: 'what had reached the disk is stored and can be read, and no other file is left',
    serves: 'none',
    shownBy: 'test/e2e/media/recordings-crash.test.ts',
    hindrance,
    run: killWhileRecording,
  },
  {
    name: 'sigterm-twice',
    does: 'sends SIGTERM twice while a socket does not read',
    holds: 'the process ends at the second one',
    serves: 'none',
    excusedErrors: /the process ends immediately/,
    shownBy: 'test/e2e/process/stopping.test.ts',
    run: stopTwice,
  },
];
