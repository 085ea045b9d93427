import type { StopSignal } from '../../../shared/scheduling/stop-signal';
import { Stopper } from '../../../shared/scheduling/stop-signal';
import { pause, untilFired } from '../../runner/pause';
import { oneLine } from '../agi-environment';
import type { AgiCall, AgiCommand, AgiCommandDeps } from './agi-command';
import { readInteger, result, usage } from './agi-command';

/** Text within the call, and kinds of media that no technology here carries. */
export const textCommands: readonly AgiCommand[] = [
  {
    name: 'RECEIVE CHAR',
    syntax: '<timeout ms>',
    summary:
      'Waits for a text from the far end; a timeout of 0 waits forever. The code of its first character, ' +
      '`0 (timeout)`, or `-1 (hangup)`.',
    arity: [1, 1],
    execute: async (call, [timeout = ''], deps) => {
      const timeoutMs = readInteger(timeout);
      if (timeoutMs === undefined) return usage;
      const text = await receive(call, timeoutMs, deps);
      if (text !== undefined) return result(text.codePointAt(0) ?? 0);
      return call.signal.aborted ? result(-1, '(hangup)') : result(0, '(timeout)');
    },
  },
  {
    name: 'RECEIVE TEXT',
    syntax: '<timeout ms>',
    summary:
      'Waits for a text from the far end; a timeout of 0 waits forever. 1: with the text in parentheses. ' +
      '-1: none came.',
    arity: [1, 1],
    execute: async (call, [timeout = ''], deps) => {
      const timeoutMs = readInteger(timeout);
      if (timeoutMs === undefined) return usage;
      const text = await receive(call, timeoutMs, deps);
      return text === undefined ? result(-1) : result(1, `(${oneLine(text)})`);
    },
  },
  {
    name: 'SEND TEXT',
    syntax: '<text>',
    summary: 'Sends a text to the far end; one that takes no texts ignores it. Always 0.',
    arity: [1, 1],
    execute: ({ channel }, [text = '']) => {
      channel.line.send({ type: 'text', text });
      return result(0);
    },
  },
  {
    name: 'SEND IMAGE',
    syntax: '<image>',
    summary: 'No technology here sends images. Always 0, which programs know as the answer for that.',
    arity: [1, 1],
    execute: () => result(0),
  },
  {
    name: 'TDD MODE',
    syntax: 'on|off|mate',
    summary: 'No technology here has a mode for text telephones. Always 0: the channel is not capable of it.',
    arity: [1, 1],
    execute: (_call, [mode = '']) => (/^(on|off|mate)$/i.test(mode) ? result(0) : usage),
  },
];

/** The next text from the far end; undefined when none arrives in time. 0 waits forever. */
async function receive(
  { channel, signal }: AgiCall,
  timeoutMs: number,
  { clock }: AgiCommandDeps,
): Promise<string | undefined> {
  const over = new Stopper();
  let received: string | undefined;
  const stop = channel.onSignal((heard) => {
    if (heard.type !== 'text' || received !== undefined) return;
    received = heard.text;
    over.abort();
  });
  const release = passOn(signal, over);
  await (timeoutMs > 0 ? pause(clock, timeoutMs, over.signal) : untilFired(over.signal));
  release();
  stop();
  return received;
}

/** Fires one with the other, until it is released. */
function passOn(signal: StopSignal, to: Stopper): () => void {
  const fire = (): void => to.abort();
  if (signal.aborted) fire();
  signal.addEventListener('abort', fire);
  return () => signal.removeEventListener('abort', fire);
}
