import { connect } from 'patchbay/client';

const client = await connect({
  url: 'http://127.0.0.1:8088',
  user: 'demo',
  password: 'patchbay-demo',
  apps: ['campaign'],
});

const numbers = ['human', 'machine', 'busy', 'absent'];
const linesAtOnce = 2;

/** Who has answered, by the id of the channel. */
const answers = new Map<string, string>();

client.on('StasisStart', async ({ channel, args }) => {
  const [answeredBy] = args;
  if (answeredBy === undefined) {
    // Answered: let the dialplan find out by whom. The call comes back with the answer.
    await client.channels.continueInDialplan({ channelId: channel.id, extension: 'detect' });
    return;
  }
  answers.set(channel.id, answeredBy);
  const message = answeredBy === 'HUMAN' ? 'sound:thank-you' : 'sound:leave-a-message';
  await client.channels.play({ channelId: channel.id, media: [message, 'sound:silence/1', 'sound:silence/1'] });
});

client.on('ChannelDtmfReceived', ({ channel, digit }) => {
  answers.set(channel.id, `HUMAN, pressed ${digit}`);
});

client.on('PlaybackFinished', async ({ playback }) => {
  await client.channels.hangup({ channelId: playback.target_uri.replace('channel:', '') });
});

/** Calls a number. Resolves when the call is over, with what became of it. */
async function call(number: string): Promise<string> {
  const channelId = `campaign-${number}`;
  const isOver = new Promise<string>((resolve) => {
    const forget = client.on('ChannelDestroyed', ({ channel, cause_txt: cause }) => {
      if (channel.id !== channelId) return;
      forget();
      resolve(cause);
    });
  });
  await client.channels.originate({ endpoint: `Phone/${number}`, channelId, app: 'campaign', timeout: 5 });
  const cause = await isOver;
  return answers.get(channelId) ?? cause;
}

const outcomes = new Map<string, string>();
const waiting = [...numbers];

async function line(): Promise<void> {
  for (let number = waiting.shift(); number !== undefined; number = waiting.shift())
    outcomes.set(number, await call(number));
}

await Promise.all(Array.from({ length: linesAtOnce }, line));
for (const number of numbers) console.log(`${number}: ${outcomes.get(number)}`);
await client.close();
