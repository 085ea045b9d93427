import { Applications } from '../../src/stasis/applications';
import { Belongings } from '../../src/stasis/belongings';
import { EventSerializer } from '../../src/stasis/serialized-event';
import { presentChannel } from '../../src/stasis/presenters/present-channel';
import { Sessions } from '../../src/stasis/sessions';
import { aDialplanRig, rest } from '../dialplan/applications/calling/dial-rig';
import { Listener } from '../handlers/api-rig';

/** Real sessions over real calls, with the application `hello` connected. */
function aStage() {
  const rig = aDialplanRig('[default]\nexten => s,1,Wait(60)\n');
  const { bridges, events, log, clock, runner: dialplan } = rig;
  const notices = new EventSerializer('02:00:00:00:00:01');
  const applications = new Applications({ clock, notices, journal: { events: 1, age: 1 } });
  const belongings = new Belongings({ applicationWith: () => undefined, bridges: () => bridges });
  const sessions = new Sessions({
    applications,
    bridges,
    belongings,
    dialplan,
    events,
    log,
    openForCall: () => Promise.resolve({ outcome: 'not-configured' }),
    module: { name: 'app_stasis', isLoaded: () => true, hold: () => () => undefined },
  });
  const listener = new Listener();
  applications.register('hello', { sink: listener, subscribeAll: false });
  return { ...rig, sessions, listener };
}

it('a channel that takes the place of another one enters its application and shows which one that was', async () => {
  const { sessions, calls, aChannel, listener } = aStage();
  const [replaced, channel] = [aChannel('old'), aChannel('new')];
  void calls.run(replaced, (run) => sessions.run(run, 'hello', []));
  await rest();

  const program = sessions.replacing(replaced, { isStep: false });
  if (program === undefined) throw new Error('no application has the channel');
  const shown = presentChannel(replaced.snapshot());
  const over = calls.run(channel, program);
  await rest();

  const starts = listener.facts.filter(({ type }) => type === 'StasisStart');
  expect(starts).toEqual([
    expect.not.objectContaining({ replace_channel: expect.anything() as unknown }),
    expect.objectContaining({ channel: expect.objectContaining({ id: 'new' }) as unknown, replace_channel: shown }),
  ]);

  replaced.hangUp();
  channel.hangUp();
  await over;
});

it('a channel that no application has leaves no place to take', () => {
  const { sessions, aChannel } = aStage();

  expect(sessions.replacing(aChannel('alone'), { isStep: false })).toBeUndefined();
});
