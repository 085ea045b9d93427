import { existsSync, readdirSync } from 'node:fs';
import { within } from '../../test/support/eventually';
import { ask } from '../../test/support/server/http-client';
import { login, Wire } from '../../test/support/server/http-wire';
import { AppSocket } from '../../test/support/sockets/socket-peer';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import { httpConf } from '../harness/conf';
import { rawConnection } from '../harness/connections';
import { inParallel } from '../harness/in-parallel';
import { untilEvent } from '../harness/events';

async function takeAllDescriptors({ victim, size, closeAfterwards }: AttackContext): Promise<void> {
  await inParallel(size({ full: 2000, short: 300 }), 50, async () => {
    const { socket } = await rawConnection(victim.origin);
    closeAfterwards(() => socket.destroy());
  });
  const statuses = new Set<number>();
  for (let count = 0; count < 300 && !statuses.has(503); count += 1) {
    const wire = await Wire.connect(victim.origin);
    closeAfterwards(() => wire.close());
    statuses.add((await wire.ask(`GET /ari/asterisk/ping HTTP/1.1\r\n${login}\r\n`)).status);
  }
  mustHold(statuses.has(503), 'users are let in although hardly any descriptors are left');
  const { status } = await ask(victim.origin, { path: '/healthz', user: null });
  mustHold(status === 200, `a health check is answered with ${status}`);
}

async function fillWithRecordings({ victim, closeAfterwards }: AttackContext): Promise<void> {
  const app = await AppSocket.open(victim.origin, 'app=attack');
  closeAfterwards(() => app.abort());
  await victim.rest.post('/channels/full?endpoint=Local/up@default&app=attack&formats=slin48');
  await untilEvent(app, 'StasisStart', 'full');
  const { status } = await victim.rest.post('/channels/full/record?name=full&format=sln48');
  mustHold(status === 201, `no recording could be started: ${status}`);
  const { type } = await untilEvent(app, /^Recording(Failed|Finished)$/);
  mustHold(type === 'RecordingFailed', `a recording that did not fit ends with ${type}`);
  const { status: alive } = await victim.rest.get('/channels/full');
  mustHold(alive === 200, 'the call has ended because the disk is full');
  await victim.rest.delete('/channels/full');
  const left = existsSync(victim.recordings) ? readdirSync(victim.recordings, { recursive: true }) : [];
  mustHold(left.length === 0, `left on the disk: ${left.join(', ')}`);
}

const userPath = (index: number): string => `/asterisk/config/dynamic/res_ari/user/filler${index}`;

async function fillTheDatabase({ victim, size }: AttackContext): Promise<void> {
  const put = (index: number): Promise<{ readonly status: number }> =>
    victim.rest.put(userPath(index), { fields: [{ attribute: 'password', value: `x${'y'.repeat(1000)}` }] });
  let written = 0;
  let status = 200;
  for (; status === 200; written += 1) {
    mustHold(written < size({ full: 5000, short: 5000 }), `the disk has taken ${written} objects`);
    ({ status } = await put(written));
  }
  mustHold(status === 503, `what does not fit is answered with ${status}`);
  const kept = await Promise.all([0, written - 2].map((index) => victim.rest.get(userPath(index))));
  mustHold(
    kept.every((answer) => answer.status === 200),
    'objects that were acknowledged are gone',
  );
  const { status: lost } = await victim.rest.get(userPath(written - 1));
  mustHold(lost === 404, `an object that was refused is there: ${lost}`);
  await victim.rest.delete(userPath(0));
}

/** Log lines are caused by unauthenticated peers. */
async function fillTheLog({ victim, size }: AttackContext): Promise<void> {
  await inParallel(size({ full: 5000, short: 200 }), 20, async (index) => {
    await Wire.once(victim.origin, `GET /ari/${index}${'x'.repeat(1000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  });
  const { status } = await within(victim.rest.get('/asterisk/info'), () => 'a user is not answered');
  mustHold(status === 200, `a user is answered with ${status}`);
}

const blocksPerMebibyte = 2048;

export const limits: readonly Attack[] = [
  {
    name: 'descriptors',
    does: 'opens connections until the file descriptors of the server are used up',
    holds: 'health checks are answered, and users are refused before nothing works any more',
    files: { 'http.conf': httpConf({ sessionlimit: 5000, session_limit_per_address: 5000 }) },
    limits: { descriptors: 256 },
    serves: 'health checks',
    shownBy: 'test/e2e/process/descriptors.test.ts',
    run: takeAllDescriptors,
  },
  {
    name: 'disk-recordings',
    does: 'records until the disk is full',
    holds: 'the recording fails, the call goes on, and no file is left',
    limits: { fileBlocks: blocksPerMebibyte / 4 },
    excusedErrors: /recording|disk|written|file too large/i,
    run: fillWithRecordings,
  },
  {
    name: 'disk-database',
    does: 'makes users until the disk is full',
    holds: 'the one that does not fit is refused, and those that were acknowledged are there',
    files: { 'sorcery.conf': '[res_ari]\nuser = config,ari.conf\nuser = astdb\n' },
    limits: { fileBlocks: blocksPerMebibyte / 2 },
    excusedErrors: /written|file too large|EFBIG/i,
    shownBy: 'test/e2e/process/full-disk.test.ts',
    run: fillTheDatabase,
  },
  {
    name: 'disk-log',
    does: 'has strangers refused until the disk that holds the log is full',
    holds: 'all clients are served as before',
    limits: { fileBlocks: blocksPerMebibyte / 32 },
    excusedErrors: /log/i,
    run: fillTheLog,
  },
];
