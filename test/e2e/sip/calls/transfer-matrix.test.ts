import type { PhoneCall } from '../../../support/calls/phone-call';
import { referTo } from '../../../support/sip/transfer-calls';
import type { StagedCall, Where } from '../../../support/sip/transfer-stage';
import { TransferStage } from '../../../support/sip/transfer-stage';

const situations = [
  ...(['success', 'busy', 'no answer', 'target hangs up'] as const),
  ...(['transferee hangs up', 'transferer hangs up', 'unknown target'] as const),
];
type Situation = (typeof situations)[number];

/** What the server has sent to each phone since the REFER, and what applications were told of it. */
interface Outcome {
  readonly told: string;
  readonly transferer: string;
  readonly transferee?: string;
  readonly target?: string;
}

const tried = '202, NOTIFY 100 Trying';
const done = `${tried}, NOTIFY 200 OK.`;
const invalid = `${tried}, NOTIFY 400 Bad Request.`;
const unknown: Outcome = { told: '', transferer: `${tried}, NOTIFY 404 Not Found.` };

let stage: TransferStage;
beforeAll(async () => {
  stage = await TransferStage.start();
});
afterAll(() => stage.close());

/** The end of a case: what everyone was told, and that nothing is left. */
async function expectOutcome({ told, transferer, transferee = '', target = '' }: Outcome): Promise<void> {
  const { alice, bob, dave } = stage.phones;
  const seen = { told: (await stage.told()).join(', '), transferer: alice.heard.join(', ') };
  const others = { transferee: bob.heard.join(', '), target: dave.heard.join(', ') };
  expect({ ...seen, ...others, left: await stage.end() }).toEqual({ told, transferer, transferee, target, left: '' });
}

describe('a blind transfer of a phone', () => {
  /** Without a partner there is nothing to transfer, whatever the target would do. */
  const nothing: Outcome = { told: 'blind Invalid', transferer: invalid };
  const unbridged: Readonly<Record<Situation, Outcome>> = {
    success: nothing,
    busy: nothing,
    'no answer': nothing,
    'target hangs up': nothing,
    'transferee hangs up': nothing,
    'transferer hangs up': nothing,
    'unknown target': unknown,
  };
  /**
   * The partner stays, and with the pair in its bridge the transfer is done for the phone: what the target does is the
   * application's to hear, which decides when the pair has ended.
   */
  const inBridge: Outcome = { told: 'takes a place, blind Success, pair', transferer: done, target: 'INVITE' };
  /**
   * The partner goes to the target itself and ends with it. The phone hears what the target does, and its own call ends
   * after that (RFC 5589 §6: it has to know the outcome to deal with a failure).
   */
  const inDial = { told: 'blind Success', target: 'INVITE' };
  const ringing = `${tried}, NOTIFY 180 Ringing`;
  const answered = `${ringing}, NOTIFY 200 OK., BYE`;
  const unavailable = 'NOTIFY 480 Temporarily Unavailable., BYE';
  const dialled: Readonly<Record<Situation, Outcome>> = {
    success: { ...inDial, transferer: answered },
    busy: { ...inDial, transferer: `${tried}, NOTIFY 486 Busy Here., BYE`, transferee: 'BYE' },
    'no answer': {
      ...inDial,
      transferer: `${ringing}, ${unavailable}`,
      transferee: 'BYE',
      target: 'INVITE, CANCEL',
    },
    'target hangs up': { ...inDial, transferer: answered, transferee: 'BYE' },
    'transferee hangs up': {
      ...inDial,
      transferer: `${ringing}, NOTIFY 503 Service Unavailable., BYE`,
      target: 'INVITE, CANCEL',
    },
    // The subscription outlives the call of the phone (RFC 5057 §5.2); the target still rings.
    'transferer hangs up': { ...inDial, transferer: ringing },
    'unknown target': unknown,
  };
  const outcomes: Readonly<Record<Where, Readonly<Record<Situation, Outcome>>>> = {
    application: unbridged,
    dialplan: unbridged,
    "application's bridge": {
      success: inBridge,
      busy: inBridge,
      'no answer': { ...inBridge, target: 'INVITE, CANCEL' },
      'target hangs up': inBridge,
      'transferee hangs up': inBridge,
      'transferer hangs up': inBridge,
      'unknown target': unknown,
    },
    Dial: dialled,
    'Dial, called': dialled,
  };
  const cases = (Object.keys(outcomes) as Where[]).flatMap((where) =>
    situations.map((situation) => [where, situation] as const),
  );

  it.each(cases)('in: %s, %s', async (where, situation) => {
    const { dave } = stage.phones;
    const { call, partner } = await stage.place(where, 'bob');
    const answers = situation === 'success' || situation === 'target hangs up';
    dave.habit = situation === 'busy' ? 'is busy' : answers ? 'answers' : 'rings';
    await stage.mark();

    await call.ask('REFER', { 'Refer-To': referTo(call, situation === 'unknown target' ? 'nosuch' : 'dave') });
    await stage.settle();
    if (situation === 'transferer hangs up') await call.bye();
    if (situation === 'transferee hangs up') await partner?.bye();
    if (situation === 'target hangs up') await dave.calls.at(-1)?.bye();
    if (situation === 'no answer') await stage.pass(21_000);

    await expectOutcome(outcomes[where][situation]);
  });
});

describe('an attended transfer of a phone', () => {
  type Row = readonly [first: Where, second: Where, told: string, transferer: string];
  const ended = `${done}, BYE`;
  const bothEnded = `${done}, BYE, BYE`;
  const rows: readonly Row[] = [
    ['application', 'application', 'attended Invalid, fail', invalid],
    ['application', "application's bridge", 'takes a place, takes a place, attended Success, application', bothEnded],
    ['application', 'Dial', 'takes a place, attended Success, application', bothEnded],
    ['application', 'dialplan', 'attended Invalid, fail', invalid],
    ["application's bridge", 'application', 'takes a place, takes a place, attended Success, application', ended],
    ["application's bridge", "application's bridge", 'takes a place, takes a place, attended Success, link', ended],
    ["application's bridge", 'Dial', 'takes a place, attended Success, link', ended],
    ["application's bridge", 'Dial, called', 'takes a place, attended Success, link', ended],
    ["application's bridge", 'dialplan', 'takes a place, attended Success, application', ended],
    ['Dial', 'application', 'takes a place, attended Success, application', bothEnded],
    ['Dial', "application's bridge", 'takes a place, attended Success, link', bothEnded],
    ['Dial', 'Dial', 'attended Success, bridge', bothEnded],
    ['Dial', 'Dial, called', 'attended Success, bridge', bothEnded],
    ['Dial, called', 'Dial', 'attended Success, bridge', bothEnded],
    ['Dial', 'dialplan', 'attended Success, application', bothEnded],
    ['dialplan', 'application', 'attended Invalid, fail', invalid],
    ['dialplan', "application's bridge", 'takes a place, attended Success, application', bothEnded],
    ['dialplan', 'Dial', 'attended Success, application', bothEnded],
    ['dialplan', 'dialplan', 'attended Invalid, fail', invalid],
  ];
  const endings = ['success', 'target hangs up', 'transferee hangs up', 'transferer hangs up'] as const;
  const cases = rows.flatMap((row) => endings.map((ending) => [...row, ending] as const));
  const dialled = (where: Where): boolean => where.startsWith('Dial');

  it.each(cases)('from %s to %s is told by: %s; %s; %s', async (first, second, told, transferer, ending) => {
    const one = await stage.place(first, 'bob');
    const other = await stage.place(second, 'dave');
    await stage.mark();

    await one.call.ask('REFER', { 'Refer-To': referToCall(one.call, other, second) });
    await stage.settle();
    if (ending === 'transferer hangs up') await one.call.bye();
    if (ending === 'transferee hangs up') await one.partner?.bye();
    if (ending === 'target hangs up') await other.partner?.bye();

    // Both are in one bridge of the dialplan, which ends with either of them.
    const isJoined = dialled(first) && dialled(second);
    await expectOutcome({
      told,
      transferer,
      ...(isJoined && ending === 'target hangs up' && { transferee: 'BYE' }),
      ...(isJoined && ending === 'transferee hangs up' && { target: 'BYE' }),
    });
  });

  const places: readonly Where[] = ['application', "application's bridge", 'Dial', 'Dial, called', 'dialplan'];

  it.each(places)('from %s to a call that was refused leads nowhere', async (where) => {
    const one = await stage.place(where, 'bob');
    stage.phones.dave.habit = 'is busy';
    const other = await stage.dial('dave');
    await other.refused();
    await stage.mark();

    await one.call.ask('REFER', { 'Refer-To': referToDialog(one.call, `${other.callId};to-tag=1;from-tag=2`) });
    await stage.settle();

    await expectOutcome(unknown);
  });

  it.each(places)('from %s to a call that this server does not have leads nowhere', async (where) => {
    const one = await stage.place(where, 'bob');
    await stage.mark();

    await one.call.ask('REFER', { 'Refer-To': referToDialog(one.call, 'nosuch;to-tag=1;from-tag=2') });
    await stage.settle();

    await expectOutcome(unknown);
  });

  /** The call rings anew for the one who takes it over, until its time is up. */
  const rungAnew = { transferer: done, target: 'CANCEL, INVITE, CANCEL' };
  const fails: Outcome = { told: 'attended Invalid, fail', transferer: invalid, target: 'CANCEL' };
  const unanswered: Readonly<Record<Where, Outcome>> = {
    application: fails,
    "application's bridge": { ...rungAnew, told: 'takes a place, attended Success, application' },
    Dial: { ...rungAnew, told: 'attended Success, application', transferer: ended, transferee: 'BYE' },
    'Dial, called': { ...rungAnew, told: 'attended Success, application', transferer: ended, transferee: 'BYE' },
    dialplan: fails,
  };

  it.each(places)('from %s to a call that is not answered', async (where) => {
    const one = await stage.place(where, 'bob');
    stage.phones.dave.habit = 'rings';
    const second = await stage.dial('dave');
    await stage.mark();

    await one.call.ask('REFER', { 'Refer-To': referTo(one.call, 'dave', second) });
    await stage.pass(21_000);

    await expectOutcome(unanswered[where]);
  });
});

function referToCall(call: PhoneCall, other: StagedCall, where: Where): string {
  // A call that came to the phone is named by the tags of the other direction.
  return where === 'Dial, called' ? referToDialog(call, other.call.replaces) : referTo(call, 'dave', other.call);
}

function referToDialog(call: PhoneCall, replaces: string): string {
  return `<sip:dave@${call.phone.serverUri}?Replaces=${encodeURIComponent(replaces)}>`;
}
