import type { AsyncAgiCall, AsyncAgiCommand } from '../../../engine/calls/dialing/async-agi';
import type { AgiTransport } from './agi-transport';

/** A session with an external controller: commands arrive one by one, and each answer names its command. */
export function asyncTransport(call: AsyncAgiCall): AgiTransport {
  let command: AsyncAgiCommand | undefined;
  /** A provisional answer goes out together with the final one. */
  let provisional = '';
  let isBroken = false;
  return {
    next: async () => {
      command = await call.next();
      // Only we close it, unless the controller disappears.
      isBroken = command === undefined;
      return command && { kind: 'command', text: command.text };
    },
    // Commands wait for their turn: they do not interrupt each other.
    hasNews: () => false,
    onNews: () => () => undefined,
    send: async (text) => {
      if (command === undefined) return call.start(text);
      if (text.startsWith('100 ')) return void (provisional += text);
      call.answer(command, provisional + text);
      provisional = '';
    },
    hangUp: () => call.close(),
    mayLinger: false,
    close: () => call.close(),
    outcome: async () => (isBroken ? 'failure' : 'success'),
  };
}
