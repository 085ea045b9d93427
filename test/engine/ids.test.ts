import type { Playbacks } from '../../src/engine/audio/playing/playbacks';
import type { Bridges } from '../../src/engine/calls/bridge/bridges';
import type { Belongings } from '../../src/stasis/belongings';
import { aBridgeSnapshot, aChannelSnapshot } from '../support/calls/snapshots';

// The proofs in this file are made by the compiler: an @ts-expect-error that meets no error fails `tsc --noEmit`.

it('the id of a bridge is not taken for that of a channel, nor is any text', () => {
  const given: string[] = [];
  const giveChannel: Belongings['giveChannel'] = (id) => void given.push(id);

  giveChannel(aChannelSnapshot('c1').id, 'hello');
  // @ts-expect-error a bridge is not a channel
  giveChannel(aBridgeSnapshot('b1').id, 'hello');
  // @ts-expect-error a text is not an id before a door brands it
  giveChannel('c2', 'hello');

  expect(given).toEqual(['c1', 'b1', 'c2']);
});

it('a look-up takes ids of its own kind only', () => {
  const asked: string[] = [];
  const findBridge: Bridges['find'] = (id) => void asked.push(id);
  const findPlayback: Playbacks['find'] = (id) => void asked.push(id);

  findBridge(aBridgeSnapshot('b1').id);
  // @ts-expect-error a channel is not a bridge
  findBridge(aChannelSnapshot('c1').id);
  // @ts-expect-error a bridge is not a playback
  findPlayback(aBridgeSnapshot('b2').id);

  expect(asked).toEqual(['b1', 'c1', 'b2']);
});
