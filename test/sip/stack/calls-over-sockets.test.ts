import { makeLogger } from '../../../src/shared/logger';
import { DialogLayer } from '../../../src/sip/dialog/dialog-layer';
import { IncomingCall } from '../../../src/sip/dialog/incoming-call';
import type { InviteSession } from '../../../src/sip/dialog/invite-session';
import { OutgoingCall } from '../../../src/sip/dialog/outgoing-call';
import type { SessionContext, SessionHandlers } from '../../../src/sip/dialog/session-context';
import { nameAddr } from '../../../src/sip/message/headers/name-addr';
import { parseUri } from '../../../src/sip/message/uri/uri';
import { SipStack } from '../../../src/sip/stack/sip-stack';
import type { Listening } from '../../../src/sip/transport/transport-layer';
import { becomes, requestTo, uriOf } from './stack-rig';

const open: SipStack[] = [];

afterEach(() => {
  for (const stack of open.splice(0)) stack.close();
});

/** A telephone that answers every call at once. */
class Telephone {
  readonly happened: string[] = [];
  readonly sessions: InviteSession[] = [];
  readonly #dialogs = new DialogLayer({ onRequest: (transaction) => this.#answer(transaction) });
  readonly #stack = new SipStack({
    log: makeLogger(() => undefined),
    user: {
      onRequest: (transaction, source) => this.#dialogs.onRequest(transaction, source),
      onAck: (ack) => this.#dialogs.onAck(ack),
    },
  });
  #place: Listening | undefined;

  constructor() {
    open.push(this.#stack);
  }

  async listen(protocol: 'UDP' | 'TCP'): Promise<string> {
    this.#place = await this.#stack.listen({ protocol, bind: { host: '127.0.0.1', port: 0 } });
    return uriOf(this.#place);
  }

  call(uri: string): void {
    const call = new OutgoingCall({
      request: requestTo(uri, 'INVITE'),
      contact: this.#contact,
      offer: 'caller offers',
      context: this.#context,
      handlers: {
        ...this.#handlers,
        onProgress: () => undefined,
        onAnswered: (_call, session) => this.sessions.push(session),
        onFailed: (_call, { cause }) => this.happened.push(cause),
      },
    });
    call.start();
  }

  #answer(transaction: ConstructorParameters<typeof IncomingCall>[0]['transaction']): void {
    const handlers = { ...this.#handlers, onCancelled: () => undefined };
    const call = new IncomingCall({ transaction, contact: this.#contact, context: this.#context, handlers });
    this.sessions.push(call.session);
    call.progress(183, { description: 'early answer', reliable: true });
    call.accept();
  }

  get #contact() {
    if (this.#place === undefined) throw new Error('listens to nothing');
    return nameAddr(parseUri(uriOf(this.#place), 'Contact'));
  }

  get #context(): SessionContext {
    return { stack: this.#stack, dialogs: this.#dialogs, random: Math.random };
  }

  get #handlers(): SessionHandlers {
    return {
      onOffer: (_session, offer) => `answer to ${offer}`,
      onAnswer: (_session, answer) => this.happened.push(answer),
      makeOffer: () => 'offer',
      onRequest: (_session, transaction) => transaction.reply(200),
      onEnded: (_session, { cause }) => this.happened.push(cause),
    };
  }
}

describe.each(['UDP', 'TCP'] as const)('two telephones over %s', (protocol) => {
  it('call each other, change the session and hang up', async () => {
    const [caller, callee] = [new Telephone(), new Telephone()];
    await caller.listen(protocol);
    caller.call(await callee.listen(protocol));
    await becomes(() => [caller.sessions.length, callee.sessions.length], [1, 1]);
    const outcome = await callee.sessions[0]?.offer('hold');
    caller.sessions[0]?.hangUp();
    await becomes(() => callee.happened, ['answer to hold', 'remote']);

    expect(outcome).toEqual({ outcome: 'answered' });
    expect(caller.happened).toEqual(['early answer', 'local']);
  });
});
