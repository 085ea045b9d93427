import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Patchbay } from '../src/composition/patchbay';
import { startPatchbay } from '../src/composition/patchbay';
import { loadConfig } from '../src/config/load-config';
import { formatProblem } from '../src/config/problem';
import type { ServerConfig } from '../src/config/server-config';
import { Description } from '../src/server/docs/description';
import { projectRoot } from '../src/shared/project-root';
import type { ServerNews, ServerOrder } from './target';

// Runs in a process of its own: the server under test, with a configuration that lets everything happen.

const [user, password] = ['tester', 'let-me-in'];
const folder = mkdtempSync(join(tmpdir(), 'patchbay-fuzz-'));
const files: Readonly<Record<string, string>> = {
  'ari.conf': `[general]\nenabled=yes\nallowed_origins=*\nwebsocket_max_payload=65536\n[${user}]\ntype=user\npassword=${password}\n`,
  'http.conf': '[general]\nenabled=yes\nbindaddr=127.0.0.1\nsessionlimit=500\n',
  'logger.conf': '[logfiles]\nmessages.log => warning,error\n',
  'modules.conf': '[modules]\nautoload=yes\n',
  'sorcery.conf': '[res_ari]\nuser=memory\noutbound-websocket=memory\n',
};

function readConfig(): ServerConfig {
  const { config, problems } = loadConfig({
    folder: join(folder, 'config'),
    env: {},
    flags: { state: join(folder, 'state'), port: '0', bind: '127.0.0.1' },
  });
  if (config === undefined) throw new Error(problems.map(formatProblem).join('\n'));
  return config;
}

function tell(news: ServerNews): void {
  process.send?.(news);
}

async function main(): Promise<void> {
  mkdirSync(join(folder, 'config'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'config', name), text);
  const patchbay = await startPatchbay({
    config: readConfig(),
    readAgain: readConfig,
    projectFolder: projectRoot(),
    version: '0.0.0',
    resources: new Description(projectRoot()).resources,
    contract: process.argv.includes('--contract'),
  });
  process.on('message', (order: ServerOrder) => void obey(order, patchbay));
  // Whoever started us is gone, so nobody will ask us to stop.
  process.on('disconnect', () => void obey('stop', patchbay));
  tell({ url: patchbay.urls[0] ?? '', user, password });
}

async function obey(order: ServerOrder, patchbay: Patchbay): Promise<void> {
  if (order === 'measure') {
    tell({ heap: measured() });
    return;
  }
  await patchbay.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
}

/** Twice: what the first collection finalises, the second one frees. */
function measured(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
