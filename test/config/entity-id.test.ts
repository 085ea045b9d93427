import type { Machine } from '../../src/config/machine';
import { ConfFolders } from './conf-folders';

const folders = new ConfFolders();
afterEach(() => folders.removeAll());

const machine: Machine = { hostName: 'host', currentFolder: '/here', hardwareAddresses: [] };

describe('the entity id', () => {
  const idOn = (hardwareAddresses: readonly string[], text = '[options]\n') =>
    folders.sound({ 'asterisk.conf': text }, { machine: { ...machine, hardwareAddresses } }).options.entityId;

  it('is the one that asterisk.conf gives', () => {
    expect(idOn(['00:aa:bb:cc:dd:ee'], '[options]\nentityid = 00:11:22:33:44:EF\n')).toBe('00:11:22:33:44:ef');
  });

  it('is a hardware address otherwise, rather one that a manufacturer gave out', () => {
    expect(idOn(['02:42:bb:cc:dd:ee', '00:AA:bb:cc:dd:ee'])).toBe('00:aa:bb:cc:dd:ee');
    expect(idOn(['02:42:bb:cc:dd:ee'])).toBe('02:42:bb:cc:dd:ee');
  });

  it('stays the same from start to start on a machine that has none', () => {
    const folder = folders.make({ 'asterisk.conf': '[options]' });
    const id = () => folders.sound({}, { machine, flags: { config: folder } }).options.entityId;

    expect(id()).toMatch(/^[\da-f][26ae](:[\da-f]{2}){5}$/);
    expect(id()).toBe(id());
  });

  it('has six pairs', () => {
    expect(folders.problems({ 'asterisk.conf': '[options]\nentityid = 00:11\n' })).toEqual([
      "asterisk.conf:2: 'entityid' cannot be '00:11'; write six pairs of hexadecimal digits such as 00:11:22:33:44:55",
    ]);
  });
});
