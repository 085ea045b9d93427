import { bridgeId } from '../../../src/shared/ids';
import { readBridgeType } from '../../../src/engine/calls/bridge/bridge-type';
import { aDialplanRig } from '../../dialplan/applications/calling/dial-rig';

it('bridges are listed by their ids, whatever is made and destroyed between two lists', () => {
  const { bridges } = aDialplanRig('');
  const type = readBridgeType('mixing');
  if (type.outcome !== 'read') throw new Error('mixing is not a type of bridges');
  const features = { absorbsDigits: false, isMuted: false };
  const make = (id: string) =>
    bridges.make({ id: bridgeId(id), name: '', type: type.type, governedBy: 'stasis', creator: '', features });
  const ids = (): string[] => bridges.list().map(({ id }) => id);

  make('b');
  make('c');
  expect(ids()).toEqual(['b', 'c']);

  make('a');
  expect(ids()).toEqual(['a', 'b', 'c']);

  bridges.find(bridgeId('b'))?.destroy();
  expect(ids()).toEqual(['a', 'c']);
});
