import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Patchbay } from '../src/composition/patchbay';
import { startPatchbay } from '../src/composition/patchbay';
import type { Dialplan } from '../src/dialplan/plan/dialplan';
import { loadDialplan } from '../src/dialplan/plan/load-dialplan';
import { formatProblem } from '../src/config/reader/problem';
import type { ServerConfig } from '../src/config/server-config';
import { Description } from '../src/server/docs/description';
import { projectRoot } from '../src/shared/project-root';
import type { Memory, ServerNews, ServerOrder } from './target';
import { logFile } from './target';

// Runs in a process of its own: the server under test, with a configuration that lets everything happen. Its folder is
// created and removed by its parent.

const [user, password] = ['tester', 'let-me-in'];
const [, , folder = '.'] = process.argv;
const files: Readonly<Record<string, string>> = {
  'ari.conf': `[general]\nenabled=yes\nallowed_origins=*\nwebsocket_max_payload=65536\n[${user}]\ntype=user\npassword=${password}\n`,
  'extensions.conf':
    '[default]\nexten => 100,1,Answer(,i)\n same => n,Stasis(fuzz)\n same => n,Wait(5)\nexten => 200,1,Ringing()\n same => n,Wait(5)\n',
  'http.conf': '[general]\nenabled=yes\nbindaddr=127.0.0.1\nsessionlimit=500\n',
  'logger.conf': `[logfiles]\n${logFile.name} => warning,error\n`,
  'manager.conf': `[general]\nenabled=yes\nbindaddr=127.0.0.1\nport=0\n[${user}]\nsecret=${password}\nread=all\nwrite=all\n`,
  'modules.conf': '[modules]\nautoload=yes\n',
  'sorcery.conf': '[res_ari]\nuser=memory\noutbound-websocket=memory\n',
};

/** Transactions end soon, calls by themselves, and nothing is refused: every message is to go as far as it can. */
const sipFiles: Readonly<Record<string, string>> = {
  'extensions.conf':
    '[default]\nexten => 100,1,Answer(,i)\n same => n,Wait(1)\n same => n,Hangup()\nexten => 200,1,Ringing()\n same => n,Wait(1)\nexten => 300,1,Progress()\n same => n,Wait(1)\n same => n,Answer(,i)\n same => n,Wait(1)\n',
  'rtp.conf': '[general]\nrtpstart=24000\nrtpend=29999\n',
  'pjsip.conf': `[global]
type=global
taskprocessor_overload_trigger=none
[system]
type=system
timer_t1=100
timer_b=1000
[udp]
type=transport
protocol=udp
bind=127.0.0.1:0
[tcp]
type=transport
protocol=tcp
bind=127.0.0.1:0
[fuzz]
type=endpoint
context=default
disallow=all
allow=ulaw,alaw,opus
rewrite_contact=yes
rtp_symmetric=yes
100rel=peer_supported
aors=fuzz
[fuzz]
type=aor
max_contacts=5
remove_existing=yes
[alice]
type=endpoint
auth=alice
aors=alice
[alice]
type=aor
max_contacts=5
[alice]
type=auth
username=alice
password=alice
`,
};

function readConfig(): { readonly config: ServerConfig; readonly dialplan: Dialplan } {
  const source = {
    folder: join(folder, 'config'),
    env: {},
    flags: { state: join(folder, 'state'), port: '0', bind: '127.0.0.1' },
  };
  const { config, dialplan, problems } = loadDialplan(source, { now: Date.now });
  if (config === undefined || dialplan === undefined) throw new Error(problems.map(formatProblem).join('\n'));
  return { config, dialplan };
}

function tell(news: ServerNews): void {
  process.send?.(news);
}

async function main(): Promise<void> {
  // A terminal signals to all processes; our parent ends us in order.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  mkdirSync(join(folder, 'config'));
  const written = process.argv.includes('--sip') ? { ...files, ...sipFiles } : files;
  for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, 'config', name), text);
  const patchbay = await startPatchbay({
    ...readConfig(),
    readAgain: readConfig,
    projectFolder: projectRoot(),
    version: '0.0.0',
    resources: new Description(projectRoot()).resources,
    contract: process.argv.includes('--contract'),
  });
  process.on('message', (order: ServerOrder) => void obey(order, patchbay));
  // The parent has exited, so no stop request will come.
  process.on('disconnect', () => void obey('stop', patchbay));
  const portOf = (wanted: string): number => patchbay.phones.find(({ protocol }) => protocol === wanted)?.port ?? 0;
  const ports = patchbay.phones.length === 0 ? {} : { ports: { udp: portOf('udp'), tcp: portOf('tcp') } };
  const managerPort = patchbay.managers[0]?.port;
  tell({ about: 'start', url: patchbay.urls[0] ?? '', user, password, managerPort, ...ports });
}

async function obey(order: ServerOrder, patchbay: Patchbay): Promise<void> {
  if (order !== 'stop') {
    if (order === 'measure') collect();
    tell({ about: order, ...memory() });
    return;
  }
  await patchbay.close();
  process.exit(0);
}

/** Twice: what the first collection finalises, the second one frees. */
function collect(): void {
  globalThis.gc?.();
  globalThis.gc?.();
}

function memory(): Memory {
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
