import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { answerRows, answersTable } from './answers';
import { SipWatchers } from './load/sip-watchers';
import { measureInTurns } from './measure/in-turns';
import { quantile } from './measure/statistics';
import type { BenchOptions } from './options';
import { Stage } from './processes/stage';
import type { Target } from './processes/target';
import { describeRun, fixed, say } from './report';

const subscriptions = 1000;
const device = '/deviceStates/Stasis:watched';

/** How long it takes to tell a thousand phones of one change, and whether requests are answered as fast meanwhile. */
export async function benchSubscriptions(options: BenchOptions): Promise<void> {
  const stage = new Stage(options);
  const port = await freeUdpPort();
  let watchers: SipWatchers | undefined;
  try {
    const target = await stage.ours('ours', { files: sipFiles(port) });
    say(describeRun(stage.cores, options));
    const measure = (name: string) =>
      measureInTurns(stage.load, answerRows(target, { [name]: target.pingPath }), options);
    const idle = await measure('ping, idle');
    watchers = await SipWatchers.subscribe({ server: port, endpoint: 'watcher' }, subscriptions, 'watched');
    const rounds = new Rounds(target, watchers);
    const busy = await measure('ping, notifying');
    const times = await rounds.stop();
    say(answersTable([...idle, ...busy]));
    const [typicalTime, longest] = [quantile(times, 0.5), quantile(times, 1)];
    say(
      `${subscriptions} subscriptions were notified ${times.length} times: ` +
        `p50 ${fixed(typicalTime, 0)} ms, longest ${fixed(longest, 0)} ms until all of them knew`,
    );
  } finally {
    watchers?.close();
    await stage.close();
  }
}

/** Changes the device, and again as soon as everyone knows. */
class Rounds {
  readonly #times: number[] = [];
  #isStopped = false;
  readonly #done: Promise<void>;

  constructor(
    private readonly target: Target,
    private readonly watchers: SipWatchers,
  ) {
    this.#done = this.#run();
    // Reported when the rounds are stopped.
    this.#done.catch(() => undefined);
  }

  /** Milliseconds of each round, sorted. */
  async stop(): Promise<readonly number[]> {
    this.#isStopped = true;
    await this.#done;
    return this.#times.sort((one, other) => one - other);
  }

  async #run(): Promise<void> {
    for (let number = 0; !this.#isStopped; number += 1) {
      const from = performance.now();
      const told = this.watchers.next(subscriptions);
      await this.target.fetch('PUT', `${device}?deviceState=${number % 2 === 0 ? 'INUSE' : 'NOT_INUSE'}`);
      await told;
      this.#times.push(performance.now() - from);
    }
  }
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

const sipFiles = (port: number): Readonly<Record<string, string>> => ({
  'pjsip.conf': `[udp]
type = transport
protocol = udp
bind = 127.0.0.1:${port}
[watcher]
type = endpoint
context = default
`,
  'extensions.conf': '[default]\nexten => watched,hint,Stasis:watched\n',
});
