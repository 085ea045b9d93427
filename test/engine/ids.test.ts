import type { Belongings } from '../../src/stasis/belongings';
import { aBridgeSnapshot, aChannelSnapshot } from '../support/calls/snapshots';

// The proofs in this file are made by the compiler: an @ts-expect-error that meets no error fails `tsc --noEmit`.

it('the id of a bridge is not taken for that of a channel, nor is any text', () => {
  const given: string[] = [];
  const giveChannel: Belongings['giveChannel'] = (id) => void given.push(id);

  giveChannel(aChannelSnapshot('c1').id, 'hello');
  // @ts-expect-error a bridge is not a channel
  giveChannel(aBridgeSnapshot('b1').id, 'hello');
  // @ts-expect-error a text is no id before something of that id is found or made
  giveChannel('c2', 'hello');

  expect(given).toEqual(['c1', 'b1', 'c2']);
});
