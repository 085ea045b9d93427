import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPatchbay } from '../src/composition/patchbay';
import { formatProblem } from '../src/config/reader/problem';
import { loadDialplan } from '../src/dialplan/plan/load-dialplan';
import { Description } from '../src/server/docs/description';
import { projectRoot } from '../src/shared/project-root';
import type { BenchOptions } from './options';
import { say } from './report';

const sizes = [0, 1, 10, 100];
const rounds = 4;
const calls = { warmUp: 300, measured: 1500 };
const files: Readonly<Record<string, string>> = {
  'manager.conf':
    '[general]\nenabled=yes\nbindaddr=127.0.0.1\nport=0\nauthlimit=1000\n[bench]\nsecret=bench\nread=all\nwrite=all\n',
  'extensions.conf': '[default]\nexten => 100,1,Answer()\n same => n,Set(A=1)\n same => n,Hangup()\n',
  'modules.conf': '[modules]\nautoload=yes\n',
  'logger.conf': '[logfiles]\n',
};

/**
 * The cost of a call, in processor time of the server, with N clients of the manager interface that receive all of its
 * events. The clients are in another process; one of them places the calls and receives no events.
 */
export async function benchManager({
  only,
  profileFolder,
}: Pick<BenchOptions, 'only' | 'profileFolder'>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
  const patchbay = await startServer(folder);
  const port = patchbay.managers[0]?.port ?? 0;
  try {
    await costOfCall(port, 10);
    if (profileFolder !== undefined) return await profile(port, Number(only || '10'), profileFolder);
    const chosen = sizes.filter((readers) => only === '' || readers === 0 || readers === Number(only));
    const costs = chosen.map(() => Infinity);
    // In turns, and the best of each: what else the machine does makes a round slower, never faster.
    for (let round = 0; round < rounds; round += 1)
      for (const [index, readers] of chosen.entries())
        costs[index] = Math.min(costs[index] ?? Infinity, await costOfCall(port, readers));
    const [without = 0] = costs;
    say('readers  µs per call  against none  µs per delivered event');
    for (const [index, readers] of chosen.entries()) {
      const { cost, events } = { cost: costs[index] ?? 0, events: deliveries.get(readers) ?? 0 };
      const perEvent = readers === 0 ? '' : ((cost - without) / Math.max(1, events / calls.measured)).toFixed(2);
      say(
        `${String(readers).padStart(7)}  ${cost.toFixed(0).padStart(11)}  ${(cost / without).toFixed(2).padStart(12)}  ${perEvent}`,
      );
    }
  } finally {
    await patchbay.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Leaves a profile of the server while it delivers to this many readers. */
async function profile(port: number, readers: number, into: string): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await costOfCall(port, readers);
  const { profile: recorded } = await session.post('Profiler.stop');
  session.disconnect();
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, 'ours.cpuprofile'), JSON.stringify(recorded));
}

/** Events that all readers have received during the measured calls. */
const deliveries = new Map<number, number>();

async function costOfCall(port: number, readers: number): Promise<number> {
  const child = spawn(process.execPath, ['-e', clientProgram, String(port), String(readers)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  await ordered(child, calls.warmUp);
  const before = process.cpuUsage();
  const events = await ordered(child, calls.measured);
  const { user, system } = process.cpuUsage(before);
  deliveries.set(readers, events);
  child.disconnect();
  await once(child, 'exit');
  return (user + system) / calls.measured;
}

async function ordered(child: ReturnType<typeof spawn>, count: number): Promise<number> {
  child.send(count);
  const [events] = (await once(child, 'message')) as [number];
  return events;
}

async function startServer(folder: string): ReturnType<typeof startPatchbay> {
  mkdirSync(join(folder, 'config'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'config', name), text);
  const source = { folder: join(folder, 'config'), env: {}, flags: { state: join(folder, 'state') } };
  const read = () => {
    const { config, dialplan, problems } = loadDialplan(source, { now: Date.now });
    if (config === undefined || dialplan === undefined) throw new Error(problems.map(formatProblem).join('\n'));
    return { config, dialplan };
  };
  return startPatchbay({
    ...read(),
    readAgain: read,
    projectFolder: projectRoot(),
    version: '0.0.0',
    resources: new Description(projectRoot()).resources,
    contract: false,
  });
}

/** Readers that count events, and one client that places the calls it is asked for, ten at a time. */
const clientProgram = `
const net = require('node:net');
const [port, readers] = process.argv.slice(1).map(Number);
let events = 0;
const open = (mask) => new Promise((ready) => {
  const socket = net.connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write('Action: Login\\r\\nUsername: bench\\r\\nSecret: bench\\r\\nEvents: ' + mask + '\\r\\n\\r\\n');
  socket.once('data', () => ready(socket));
});
(async () => {
  for (let index = 0; index < readers; index += 1)
    (await open('on')).on('data', (text) => { events += text.split('Event: ').length - 1; });
  const driver = await open('off');
  process.on('disconnect', () => process.exit(0));
  process.on('message', async (count) => {
    events = 0;
    for (let placed = 0; placed < count; placed += 10) {
      const answered = new Promise((done) => {
        let seen = 0;
        const hear = (text) => {
          seen += text.split('Response: ').length - 1;
          if (seen >= 10) { driver.off('data', hear); done(); }
        };
        driver.on('data', hear);
      });
      for (let each = 0; each < 10; each += 1)
        driver.write('Action: Originate\\r\\nChannel: Local/100@default\\r\\nApplication: Wait\\r\\nData: 60\\r\\n\\r\\n');
      await answered;
    }
    setTimeout(() => process.send(events), 200);
  });
  process.send(0);
})();
`;
