import { channelId } from '../../../src/shared/ids';
import type { ApplicationPort } from '../../../src/engine/calls/dialing/application-port';
import type { ChannelRequest } from '../../../src/engine/calls/use-cases/channel-request';
import type { OriginateRequest } from '../../../src/engine/calls/use-cases/originate';
import { CallUseCases } from '../../../src/engine/calls/use-cases/use-cases';
import { aDialplanRig, nothingLeft } from '../../dialplan/applications/calling/dial-rig';
import { anyDestination } from '../../support/sip/any-destination';

/** The use cases as any door is given them, with an application that keeps its channels until they are hung up. */
function aStage(missing?: string) {
  const rig = aDialplanRig('[default]\nexten => target,1,Wait(60)\n same => n(there),Wait(60)\n');
  const owned: string[] = [];
  const entered: string[] = [];
  const applications: ApplicationPort = {
    missingModule: () => missing,
    run: (channel, { name, args }, { isStep }) => {
      entered.push(`${channel.id} ${name}(${args ?? ''})${isStep ? ' as a step' : ''}`);
      return new Promise((resolve) => channel.signal.addEventListener('abort', () => resolve()));
    },
    own: (application, ids) => void owned.push(...ids.map((id) => `${application} owns ${id}`)),
    subscribe: (application, id) => void owned.push(`${application} hears of ${id}`),
  };
  const { calls, channels, runner: dialplan } = rig;
  const useCases = new CallUseCases({
    calls,
    channels,
    dialplan,
    applications,
    destinations: anyDestination,
    isWebsocketClient: () => false,
  });
  return { ...rig, useCases, owned, entered };
}

const aChannel: ChannelRequest = {
  endpoint: 'Local/now@called',
  id: channelId('c1'),
  otherId: undefined,
  formats: [],
  originator: undefined,
  variables: [],
};
const aCall: OriginateRequest = {
  ...aChannel,
  target: { kind: 'application', name: 'hello', args: 'a,b' },
  callerId: undefined,
  timeout: 1000,
};

describe('originating', () => {
  it('tells of the channel at once, and that it was answered when it is', async () => {
    const stage = aStage();

    const made = await stage.useCases.originate(aCall);

    expect(made).toMatchObject({ outcome: 'made', channel: { id: 'c1', state: 'Down' } });
    expect(stage.owned).toEqual(expect.arrayContaining(['hello owns c1', 'hello hears of c1']));
    await stage.pass(100);
    expect(await (made.outcome === 'made' ? made.completion : undefined)).toEqual({ outcome: 'answered' });
    expect(stage.entered).toEqual(['c1 hello(a,b)']);

    stage.channels.find('c1')?.hangUp();
    await stage.pass(100);
    expect(stage.leftOvers()).toEqual(nothingLeft);
  });

  it.each([
    ['Local/busy@called', 17],
    ['Local/jammed@called', 34],
    ['Local/deaf@called', 19],
  ])('tells with which cause a call to %s has ended that nobody answered: %d', async (endpoint, cause) => {
    const stage = aStage();

    const made = await stage.useCases.originate({ ...aCall, endpoint });
    await stage.pass(2000);

    expect(await (made.outcome === 'made' ? made.completion : undefined)).toEqual({ outcome: 'ended', cause });
    expect([stage.entered, stage.leftOvers()]).toEqual([[], nothingLeft]);
  });

  it('leads into the dialplan, by a label too', async () => {
    const stage = aStage();
    const target = { kind: 'dialplan', context: 'default', extension: 'target', priority: undefined } as const;

    await stage.useCases.originate({ ...aCall, target: { ...target, label: 'there' } });
    await stage.pass(100);

    expect(stage.channels.find('c1')?.snapshot().place).toEqual({
      context: 'default',
      extension: 'target',
      priority: 2,
    });
    expect(stage.owned).toEqual([]);
    const elsewhere = { ...target, label: 'elsewhere' };
    expect(await stage.useCases.originate({ ...aCall, id: channelId('c2'), target: elsewhere })).toEqual({
      outcome: 'label-unknown',
      target: elsewhere,
    });
  });

  it.each<[string, Partial<OriginateRequest>, object]>([
    ['a long id', { id: channelId('x'.repeat(150)) }, { outcome: 'id-too-long', which: 'id' }],
    ['an originator that is not there', { originator: 'nobody' }, { outcome: 'originator-unknown', id: 'nobody' }],
    ['formats beside an originator', { originator: 'x', formats: ['ulaw'] }, { outcome: 'formats-and-originator' }],
    ['an unknown format', { formats: ['morse'] }, { outcome: 'format-unknown', format: 'morse' }],
    ['no technology', { endpoint: 'Pigeon/1' }, { outcome: 'technology-unknown' }],
    ['no endpoint', { endpoint: 'up' }, { outcome: 'endpoint-malformed' }],
  ])('makes nothing of %s, and says why in plain data', async (_, changes, refusal) => {
    const stage = aStage();

    const result = await stage.useCases.originate({ ...aCall, ...changes });

    expect(result).toMatchObject(refusal);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    expect([stage.owned, stage.happened]).toEqual([[], []]);
  });

  it('says which module an application needs', async () => {
    expect(await aStage('app_stasis').useCases.originate(aCall)).toEqual({
      outcome: 'module-missing',
      module: 'app_stasis',
    });
  });
});

describe('a channel that is created and dialled later', () => {
  it('enters its application at once, and tells how the dialling has ended', async () => {
    const stage = aStage();

    expect(await stage.useCases.create({ ...aChannel, application: { name: 'hello', args: undefined } })).toMatchObject(
      {
        outcome: 'made',
        channel: { id: 'c1', state: 'Down' },
      },
    );
    await stage.pass(100);
    expect(stage.entered).toEqual(['c1 hello() as a step']);

    const dialled = stage.useCases.dial({ channel: 'c1', caller: undefined, timeout: undefined });
    await stage.pass(100);

    expect(await (dialled.outcome === 'dialling' ? dialled.completion : undefined)).toBe('answered');
    expect(stage.useCases.dial({ channel: 'c1', caller: undefined, timeout: undefined })).toEqual({
      outcome: 'not-down',
      state: 'Up',
    });
    expect(stage.useCases.dial({ channel: 'nobody', caller: undefined, timeout: undefined })).toEqual({
      outcome: 'channel-unknown',
    });
  });
});

describe('external media', () => {
  const request = {
    application: { name: 'hello', args: undefined },
    id: undefined,
    format: 'ulaw',
    variables: [],
    options: '',
  };

  it.each([
    [
      { kind: 'rtp', host: 'nowhere' },
      { outcome: 'host-malformed', host: 'nowhere' },
    ],
    [
      { kind: 'websocket', client: 'x', direction: 'both' },
      { outcome: 'client-unknown', client: 'x' },
    ],
    [{ kind: 'audio-socket', host: '127.0.0.1:1', uuid: 'x' }, { outcome: 'uuid-malformed' }],
    [{ kind: 'bare', host: '127.0.0.1:1' }, { outcome: 'connection-not-served' }],
    [{ kind: 'rtp', host: '127.0.0.1:1' }, { outcome: 'technology-unknown' }],
  ] as const)('is refused in plain data: %j', async (connection, refusal) => {
    expect(await aStage().useCases.externalMedia({ ...request, connection })).toMatchObject(refusal);
  });
});
