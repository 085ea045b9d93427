import { benchCalls } from './calls';
import { benchCluster } from './cluster';
import { benchCodegen } from './codegen';
import { benchFanout } from './fanout';
import { benchHold } from './hold';
import { benchManager } from './manager';
import { benchMedia } from './media';
import { readOptions, usage } from './options';
import { showProfile } from './profile';
import { benchRest } from './rest';
import { benchSubscriptions } from './subscriptions';
import { benchSip } from './sip';
import { benchStart } from './start/start';
import { benchTransfers } from './transfers';
import { readSipOptions, sipUsage } from './sip/sip-options';

type Scenario = (args: readonly string[]) => Promise<void>;

const scenarios: Readonly<Record<string, Scenario>> = {
  codegen: benchCodegen,
  rest: async (args) => benchRest(readOptions(args)),
  fanout: async (args) => benchFanout(readOptions(args)),
  calls: async (args) => benchCalls(readOptions(args)),
  cluster: async (args) => benchCluster(readOptions(args)),
  hold: async (args) => benchHold(readOptions(args)),
  manager: async (args) => benchManager(readOptions(args)),
  media: async (args) => benchMedia(readOptions(args)),
  subscriptions: async (args) => benchSubscriptions(readOptions(args)),
  sip: async (args) => benchSip(readSipOptions(args)),
  transfers: async (args) => benchTransfers(readOptions(args)),
  start: () => benchStart(),
  profile: async ([file]) => showProfile(file),
};

async function main([name, ...args]: readonly string[]): Promise<number> {
  const scenario = name === undefined ? undefined : scenarios[name];
  if (scenario === undefined) {
    process.stderr.write(
      `usage: npm run bench -- <${Object.keys(scenarios).join('|')}> [options]\n\n${usage}${sipUsage}`,
    );
    return 2;
  }
  await scenario(args);
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
