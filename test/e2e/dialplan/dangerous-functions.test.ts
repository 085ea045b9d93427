import { until } from '../../support/calls/call-events';
import { CallRig } from '../../support/calls/call-rig';
import type { AppSocket } from '../../support/sockets/socket-peer';

/** `%{X}` stands for the real signs, which a linter takes for a forgotten template literal. */
const real = (text: string): string => text.replaceAll('%{', '${');

const dialplan = real(`
exten => weather,1,Set(WEATHER=%{SHELL(printf sunny)})
 same => n,System(true)
 same => n,Set(DB(weather/today)=%{WEATHER})
 same => n,Set(ENV(WEATHER)=%{DB(weather/today)})
 same => n,Answer(,i)
 same => n,Stasis(hello,%{ENV(WEATHER)},%{SYSTEMSTATUS})
exten => text,1,Stasis(hello,%{GIVEN})
exten => evaluated,1,Stasis(hello,%{EVAL(%{GIVEN})})
`);

const shell = real('%{SHELL(printf pwned)}');

describe('dangerous functions, where asterisk.conf does not say live_dangerously', () => {
  let rig: CallRig;
  let socket: AppSocket;
  beforeAll(async () => {
    rig = await CallRig.start(dialplan);
  });
  beforeEach(async () => {
    socket = await rig.open('hello');
  });
  afterEach(() => rig.clear());
  afterAll(() => rig.close());

  it('work in the dialplan, which is the operator’s own', async () => {
    const query = '?endpoint=Local/weather@default&context=default&extension=up&priority=1';
    expect(await rig.status('post', `/channels/c1${query}`)).toBe(200);

    for (;;) {
      const event = await socket.next();
      if (event.type !== 'StasisStart') continue;
      expect(event['args']).toEqual(['sunny', 'SUCCESS']);
      return;
    }
  });

  it.each([
    ['reading a variable', 'GET', '/channels/c1/variable?variable=SHELL(ls)'],
    ['reading several', 'GET', '/channels/c1/variables?variables=CHANNEL(name),DB(a/b)'],
    ['reading of a bridge', 'GET', '/bridges/b1/variables?variables=ENV(HOME)'],
    ['writing a variable', 'POST', '/channels/c1/variable?variable=DB(a/b)&value=x'],
    ['writing one to be shown', 'POST', '/channels/c1/variable?variable=SHARED(SHELL(ls))&value=x&report_events=yes'],
    ['writing a global one', 'POST', '/asterisk/variable?variable=SHELL(ls)&value=x'],
  ])('are refused to clients: %s', async (_, method, target) => {
    await rig.call('c1', socket);
    await rig.rest.post('/bridges/b1');

    expect(await rig.rest.call(method, target)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it.each(['IMPORT(c1,SHELL(printf pwned))', 'EVAL(%{SHELL(printf pwned)})', 'EVAL(%{EVAL(%{GIVEN})})'])(
    'give clients nothing by a detour: %s',
    async (written) => {
      await rig.call('c1', socket);
      await rig.status('post', `/channels/c1/variable?variable=GIVEN&value=${encodeURIComponent(shell)}`);

      const name = encodeURIComponent(real(written));
      expect((await rig.rest.get(`/channels/c1/variable?variable=${name}`)).body).toEqual({ value: '' });
    },
  );

  it('are not evaluated in what a client sets, which is a text to the dialplan', async () => {
    await rig.call('c1', socket);
    const given = encodeURIComponent(shell);
    expect(await rig.status('post', `/channels/c1/variable?variable=GIVEN&value=${given}`)).toBe(204);

    expect(await rig.status('post', '/channels/c1/continue?context=default&extension=text&priority=1')).toBe(204);

    await until(socket, `StasisStart c1 ${shell}`);
  });

  it('are evaluated where the dialplan itself asks for that, with EVAL', async () => {
    await rig.call('c1', socket);
    await rig.status('post', `/channels/c1/variable?variable=GIVEN&value=${encodeURIComponent(shell)}`);

    await rig.status('post', '/channels/c1/continue?context=default&extension=evaluated&priority=1');

    await until(socket, 'StasisStart c1 pwned');
  });
});
