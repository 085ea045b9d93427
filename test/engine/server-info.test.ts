import { ServerInfo } from '../../src/engine/server-info';

function anInfo(lastReload: () => number | undefined) {
  return new ServerInfo({
    build: { os: 'Linux', kernel: '6.1', machine: 'x86_64', options: '', date: '2026-11-14', user: 'builder' },
    version: '2.1.0',
    entityId: '02:00:00:00:00:01',
    config: {
      systemName: '',
      defaultLanguage: 'en',
      runUser: '',
      runGroup: '',
      maxCalls: undefined,
      maxFiles: undefined,
      maxLoad: undefined,
    },
    startedAt: 1000,
    lastReload,
    now: () => 5000,
  });
}

describe('the facts about the server', () => {
  it('count the start as the first reading of the configuration', () => {
    const reloads: number[] = [];
    const info = anInfo(() => reloads.at(-1));
    expect(info.status).toEqual({ startedAt: 1000, reloadedAt: 1000 });

    reloads.push(3000);

    expect(info.status).toEqual({ startedAt: 1000, reloadedAt: 3000 });
  });

  it('hold the time and the id of the server for a ping', () => {
    expect(anInfo(() => undefined).ping()).toEqual({ at: 5000, entityId: '02:00:00:00:00:01' });
  });
});
