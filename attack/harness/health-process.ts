import { Agent, request } from 'node:http';
import type { HealthOrder, HealthReport } from './health-watch';

// A process of its own, so that an attacker who is busy does not make the server look slow. It asks as another client
// from another address: once without credentials on a new connection, once as a user on a connection that stays.

/** All addresses of 127.0.0.0/8 lead here on Linux; elsewhere only the first one. */
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';

class Watch {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #failures: string[] = [];
  #answers = 0;
  #longest = 0;
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(private readonly order: Extract<HealthOrder, { readonly order: 'watch' }>) {
    this.#done = this.#run();
  }

  async end(): Promise<HealthReport> {
    this.#isOver = true;
    await this.#done;
    this.#agent.destroy();
    return { answers: this.#answers, longest: this.#longest, failures: this.#failures.slice(0, 5) };
  }

  async #run(): Promise<void> {
    do {
      await this.#ask('/healthz', { agent: false });
      if (this.order.users) await this.#ask('/ari/asterisk/ping', { agent: this.#agent, auth: 'asterisk:asterisk' });
      await new Promise((resolve) => setTimeout(resolve, this.order.pauseMs));
    } while (!this.#isOver);
  }

  async #ask(path: string, options: { readonly agent: Agent | false; readonly auth?: string }): Promise<void> {
    const from = performance.now();
    const { origin, timeoutMs: timeout } = this.order;
    const failure = await answerTo(new URL(path, origin), { ...options, timeout });
    this.#longest = Math.max(this.#longest, performance.now() - from);
    if (failure === undefined) this.#answers += 1;
    else this.#failures.push(`${path}: ${failure}`);
  }
}

/** What is wrong with it; undefined when it is as it should be. */
function answerTo(url: URL, options: object): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = request(url, { ...options, localAddress }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200 ? undefined : `status ${response.statusCode}`));
    });
    asked.once('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.once('error', (error) => resolve(error.message));
    asked.end();
  });
}

let watch: Watch | undefined;

async function obey(order: HealthOrder): Promise<void> {
  if (order.order === 'watch') watch = new Watch(order);
  else process.send?.(await watch?.end());
}

process.on('message', (order: HealthOrder) => void obey(order));
process.on('disconnect', () => process.exit());
// A terminal signals to all processes; our parent ends us by exiting.
process.on('SIGINT', () => undefined);
