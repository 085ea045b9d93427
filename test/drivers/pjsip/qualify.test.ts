import { eventually } from '../../support/eventually';
import { phoneConf, SipRig, udpTransport } from './sip-rig';

let rig: SipRig;
afterEach(() => rig.close());

const qualified = phoneConf('dave', { aor: 'qualify_frequency = 10\nqualify_timeout = 0.5\n' });

describe('a contact that is asked whether it is there', () => {
  it('makes its endpoint reachable with the first answer, and unreachable without one', async () => {
    rig = await new SipRig(udpTransport + qualified).start();
    const dave = await rig.phone('dave');
    const contact = `contact sip:dave@127.0.0.1:${dave.port}`;

    await dave.register();
    expect(await rig.toldAtLeast(4)).toEqual([
      `${contact} NonQualified offline`,
      'endpoint dave online',
      'peer dave Reachable',
      `${contact} Reachable online`,
    ]);
    expect(rig.devices).toEqual(['PJSIP/dave NOT_INUSE']);
    rig.forget();

    rig.clock.advance(10_000);
    await dave.until(
      () => dave.optionsReceived >= 2,
      () => 'no second OPTIONS',
    );
    await eventually(
      () => rig.service.checksInFlight === 0,
      () => 'the answer has not come',
    );
    dave.answersOptions = false;
    rig.clock.advance(10_000);
    await dave.until(
      () => dave.optionsReceived >= 3,
      () => 'no third OPTIONS',
    );
    expect(rig.told).toEqual([]);
    rig.clock.advance(600);
    expect(rig.told).toEqual(['endpoint dave offline', 'peer dave Unreachable', `${contact} Unreachable offline`]);
    expect(rig.service.contacts.usable('dave')).toEqual([]);
    rig.forget();

    dave.answersOptions = true;
    rig.clock.advance(9_400);
    expect(await rig.toldAtLeast(3)).toEqual([
      'endpoint dave online',
      'peer dave Reachable',
      `${contact} Reachable online`,
    ]);
  });

  it('is not asked any more when it is gone', async () => {
    rig = await new SipRig(udpTransport + qualified).start();
    const dave = await rig.phone('dave');
    await dave.register();
    await rig.toldAtLeast(4);
    await dave.register({ Expires: '0' });
    const asked = dave.optionsReceived;

    rig.clock.advance(60_000);
    await dave.ask(dave.request('OPTIONS'));

    expect(dave.optionsReceived).toBe(asked);
  });

  it('waits its turn where many are asked, at most a hundred at a time', async () => {
    const silent = await new SipRig(udpTransport).start();
    const contacts = Array.from(
      { length: 250 },
      (_, index) => `contact = sip:${index}@127.0.0.1:${silent.port()};x=${index}\n`,
    );
    rig = new SipRig(
      `${udpTransport}[many]\ntype = endpoint\naors = many\n[many]\ntype = aor\nqualify_frequency = 60\n${contacts.join('')}`,
    );
    await rig.start();
    const { stack } = rig.service;
    expect(stack.transactions).toBe(0);

    // They share one moment here: every random wait is half of the interval.
    rig.clock.advance(30_000);
    await eventually(
      () => stack.transactions > 0,
      () => 'nothing is asked',
    );
    expect(stack.transactions).toBeLessThanOrEqual(100);

    await eventually(
      () => rig.told.filter((line) => line.includes(' Reachable online')).length === 250,
      () => `${rig.told.length}`,
    );
    await silent.close();
  });
});
