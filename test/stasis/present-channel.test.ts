import type { ChannelSnapshot } from '../../src/engine/calls/channel/channel-snapshot';
import { forgetChannel, presentChannel, writeChannel } from '../../src/stasis/presenters/present-channel';
import { aChannelSnapshot } from '../support/calls/snapshots';

const first: ChannelSnapshot = {
  ...aChannelSnapshot('c-1'),
  state: 'Down',
  // Like the member that is looked for.
  name: 'PJSIP/x","state":"Down" \\',
  protocolId: ',"state":"Down"',
  variables: undefined,
  managerVariables: undefined,
};

const changes: readonly Partial<ChannelSnapshot>[] = [
  { state: 'Ring' },
  { state: 'Down' },
  { name: 'PJSIP/other', state: 'Up' },
  { protocolId: 'other' },
  { caller: { name: 'Zoë "Z"', number: '1', presentation: 0 } },
  { connected: { name: 'Bob', number: '2', presentation: 0 }, state: 'Busy' },
  { redirectedFrom: '3' },
  { accountCode: 'account' },
  { tenantId: 'tenant' },
  { linkedId: 'c-0' },
  { place: { context: 'default', extension: '101', priority: 2 } },
  { application: { name: 'Echo', data: '' } },
  { createdAt: 1 },
  { language: 'de' },
  { variables: { state: 'Up' } },
  { managerVariables: { A: '1' } },
];

describe('a channel that is written again after a change', () => {
  beforeEach(() => forgetChannel(first.id));

  it.each(changes)('shows %j', (change) => {
    writeChannel(first);
    const changed = { ...first, ...change };
    expect(writeChannel(changed).json).toBe(JSON.stringify(presentChannel(changed)));
  });

  it('shows one change of its state after another', () => {
    writeChannel(first);
    for (const state of ['Ring', 'Ringing', 'Up', 'Down'] as const) {
      const changed = { ...first, state };
      expect(writeChannel(changed).json).toBe(JSON.stringify(presentChannel(changed)));
    }
  });
});
