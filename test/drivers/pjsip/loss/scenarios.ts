import type { LossPhone } from './loss-phone';
import type { LossServer } from './loss-server';

export interface Stage {
  readonly server: LossServer;
  /** Calls the server. */
  readonly alice: LossPhone;
  /** Is called by the server. */
  readonly bob: LossPhone;
  /** Has a password. */
  readonly carol: LossPhone;
}

/** What the parties do. It is over when nothing is left of it. */
export type Scenario = (stage: Stage) => void | Promise<void>;

/** Milliseconds between two steps of a phone. */
const pause = 400;
/** Long enough for an offer that has to be repeated after glare. */
const longPause = 20_000;

async function originate({ server }: Stage, extension: string, query = ''): Promise<void> {
  const target = `/channels?endpoint=PJSIP/bob&context=default&extension=${extension}&priority=1${query}`;
  const { status } = await server.rest.post(target);
  if (status !== 200) throw new Error(`${target}: ${status}`);
}

/** Bob lets it ring and answers, then does what the scenario says. */
function answers({ bob }: Stage, then: () => void = () => undefined): void {
  bob.onCall = (call) => {
    call.progress(180);
    bob.clock.after(pause, () => {
      call.accept(bob.description);
      then();
    });
  };
}

function hangsUpLater(phone: LossPhone): void {
  phone.onAnswered = (session) => phone.clock.after(pause, () => session.hangUp());
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  'a call in that the phone ends': ({ alice }) => {
    hangsUpLater(alice);
    alice.call('stays');
  },
  'a call in that the server ends': ({ alice }) => {
    alice.call('leaves');
  },
  'a call in that finds a busy extension': ({ alice }) => {
    alice.call('busy');
  },
  'a call in that finds no extension': ({ alice }) => {
    alice.call('nowhere');
  },
  'a call in that the phone gives up': ({ alice }) => {
    const call = alice.call('rings');
    alice.clock.after(pause, () => call.cancel());
  },
  'a call out that the phone ends': async (stage) => {
    stage.bob.onCall = (call) => {
      call.progress(180);
      stage.bob.clock.after(pause, () => call.accept(stage.bob.description));
      stage.bob.clock.after(5 * pause, () => call.session.hangUp());
    };
    await originate(stage, 'stays');
  },
  'a call out that the server ends': async (stage) => {
    answers(stage);
    await originate(stage, 'leaves');
  },
  'a call out that finds a busy phone': async (stage) => {
    stage.bob.onCall = (call) => call.reject(486);
    await originate(stage, 'stays');
  },
  'a call out that the server gives up': async (stage) => {
    stage.bob.onCall = (call) => call.progress(180);
    await originate(stage, 'stays', '&timeout=3');
  },
  'a call through to a second phone': (stage) => {
    answers(stage);
    hangsUpLater(stage.alice);
    stage.alice.call('through');
  },
  'a call through that the second phone ends': (stage) => {
    stage.bob.onCall = (call) => {
      call.accept(stage.bob.description);
      stage.bob.clock.after(5 * pause, () => call.session.hangUp());
    };
    stage.alice.call('through');
  },
  'hold and return': ({ alice }) => {
    alice.onAnswered = async (session) => {
      await alice.hold(session, 'sendonly');
      await alice.hold(session, 'sendrecv');
      alice.clock.after(pause, () => session.hangUp());
    };
    alice.call('stays');
  },
  'hold that passes to the second phone': (stage) => {
    const { alice } = stage;
    answers(stage);
    alice.onAnswered = async (session) => {
      await alice.hold(session, 'sendonly');
      await alice.hold(session, 'sendrecv');
      alice.clock.after(longPause, () => session.hangUp());
    };
    alice.call('through');
  },
  'a session that is refreshed': ({ alice }) => {
    alice.onAnswered = (session) => alice.clock.after(100_000, () => session.hangUp());
    alice.call('stays', { 'Session-Expires': '90', Supported: 'timer' });
  },
  'a session that the server refreshes': ({ alice }) => {
    alice.onAnswered = (session) => alice.clock.after(100_000, () => session.hangUp());
    alice.call('stays', { 'Session-Expires': '90;refresher=uas', Supported: 'timer' });
  },
  'early audio that is acknowledged': ({ alice }) => {
    hangsUpLater(alice);
    alice.call('early', { Supported: '100rel' });
  },
  'early audio of the called phone': async (stage) => {
    const { bob } = stage;
    bob.onCall = (call) => {
      call.progress(183, { description: bob.description, reliable: true });
      bob.clock.after(pause, () => call.accept(bob.description));
      bob.clock.after(5 * pause, () => call.session.hangUp());
    };
    await originate(stage, 'stays');
  },
  'a partner that is transferred to a busy extension': (stage) => {
    const { alice } = stage;
    answers(stage);
    alice.onAnswered = (session) => alice.clock.after(pause, () => alice.refer(session, 'busy'));
    alice.call('through');
  },
  'a partner that is transferred to an extension that answers': (stage) => {
    const { alice } = stage;
    answers(stage);
    alice.onAnswered = (session) => alice.clock.after(pause, () => alice.refer(session, 'lasts'));
    alice.call('through');
  },
  'a registration and its end': ({ carol }) => {
    carol.request('REGISTER', { Expires: '300' });
    carol.clock.after(5000, () => carol.request('REGISTER', { Expires: '0' }));
  },
  'a question for options': ({ alice }) => alice.request('OPTIONS'),
};
