import { parseArgs } from 'node:util';
import { startTarget } from '../target';
import { fuzzSip } from './sip-fuzz';

export const sipUsage = `usage: npm run fuzz -- sip [--seed N] [--messages N]

  --seed N       repeats a run; without it a new one is made, and printed
  --messages N   how many messages to send                 (default 100000)
`;

const reportEvery = 5000;

/** Fuzzes the SIP side of a server of its own. The exit code is 1 when there is a finding. */
export async function fuzzSipFromTerminal(args: readonly string[], say: (line: string) => void): Promise<number> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { seed: text, messages: text } });
  const seed = whole('seed', values.seed, Math.floor(Math.random() * 2 ** 31));
  const messages = whole('messages', values.messages, 100_000);
  say(`seed ${seed}: ${messages} SIP messages`);
  const target = await startTarget({ sip: true });
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true));
  const [started, state] = [Date.now(), { sent: 0, before: 0 }];
  const timer = setInterval(() => {
    const rate = Math.round(((state.sent - state.before) * 1000) / reportEvery);
    state.before = state.sent;
    void target.glance().then((memory) => say(`  ${state.sent} messages, ${rate}/s, rss ${mebibytes(memory?.rss)}`));
  }, reportEvery);
  try {
    const onProgress = (sent: number): void => void (state.sent = sent);
    const { ports = { udp: 0, tcp: 0 } } = target;
    const report = await fuzzSip({ target, ports, seed, messages, onProgress, isStopped: () => isStopped });
    for (const finding of report.findings) say(`FINDING ${finding}`);
    const { heap } = report;
    say(
      `${report.sent} messages in ${Math.round((Date.now() - started) / 1000)} s, ${report.findings.length} findings; ` +
        `heap ${mebibytes(heap?.warm)} when warm, ${mebibytes(heap?.end)} at the end; to repeat: --seed ${seed}`,
    );
    return report.findings.length > 0 ? 1 : 0;
  } finally {
    clearInterval(timer);
    await target.close();
  }
}

function mebibytes(bytes: number | undefined): string {
  return bytes === undefined ? '?' : `${Math.round(bytes / 1024 / 1024)} MiB`;
}

function whole(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} cannot be '${text}': give a whole number`);
  return value;
}
