import { channelId } from '../../src/shared/ids';
import { aDialplanRig } from '../dialplan/applications/calling/dial-rig';

/** What the far half of a Local channel hears when the near one is put on hold and taken off it. */
async function heardOfHold(options: string): Promise<readonly string[]> {
  const { calls } = aDialplanRig('');
  const made = await calls.create(
    {
      endpoint: `Local/now@called/${options}`,
      id: channelId('c1'),
      otherId: undefined,
      originator: undefined,
      formats: [],
      variables: [],
    },
    { onMade: () => undefined, program: async () => undefined },
  );
  if (made.outcome !== 'made') throw new Error(`the channel was not made: ${made.outcome}`);
  const [far] = made.others;
  const heard: string[] = [];
  far?.onSignal(({ type }) => heard.push(type));
  made.channel.hold.send({ type: 'hold', musicClass: undefined });
  made.channel.hold.send({ type: 'unhold' });
  return heard;
}

describe('the option m of a Local channel', () => {
  it('passes hold on to the other half', async () => {
    expect(await heardOfHold('nm')).toEqual(['hold', 'unhold']);
  });

  it('is needed for that', async () => {
    expect(await heardOfHold('n')).toEqual([]);
  });
});
