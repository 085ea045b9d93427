import { aGate, aRegistry, fails, nothingConfigured } from './registry-rig';

describe('start-up', () => {
  it('tells of each module in a debug line, as the end does; only a single change is a notice', async () => {
    const { registry, logged } = aRegistry({ name: 'a' }, { name: 'b', dependsOn: ['a'] }, { name: 'c' });

    await registry.startUp({ ...nothingConfigured, load: ['b', 'c'] }, {});
    await registry.unload('c');
    await registry.load('c');
    await registry.close();

    expect(logged.map((line) => line.replace('module ', ''))).toEqual([
      ...['debug started', 'debug started', 'debug started'],
      ...['info stopped', 'info started'],
      ...['debug stopped', 'debug stopped', 'debug stopped'],
    ]);
  });

  it('loads everything there is with autoload, except what is excluded', async () => {
    const { registry } = aRegistry({ name: 'a' }, { name: 'b' }, { name: 'c' });

    const result = await registry.startUp({ ...nothingConfigured, autoload: true, noload: ['b.so'] }, {});

    expect(result).toEqual({ outcome: 'started', failed: [], unknown: [] });
    expect(registry.list().map(({ name }) => name)).toEqual(['a.so', 'c.so']);
  });

  it('loads only what is listed without autoload, and what that depends on', async () => {
    const { registry } = aRegistry({ name: 'a', dependsOn: ['b'] }, { name: 'b' }, { name: 'c' });

    await registry.startUp({ ...nothingConfigured, load: ['a.so', 'b'] }, {});

    expect(registry.list().map(({ name }) => name)).toEqual(['a.so', 'b.so']);
  });

  it('passes over names that are not ours and says which', async () => {
    const { registry } = aRegistry({ name: 'a' });

    const result = await registry.startUp(
      {
        ...nothingConfigured,
        load: ['chan_dahdi.so', 'a'],
        noload: ['res_snmp.so'],
      },
      {},
    );

    expect(result).toEqual({ outcome: 'started', failed: [], unknown: ['chan_dahdi', 'res_snmp'] });
  });

  it('goes on without a module that does not start and says why', async () => {
    const { registry } = aRegistry(
      { name: 'a', start: fails('broken') },
      { name: 'b', dependsOn: ['a'] },
      { name: 'c' },
    );

    const result = await registry.startUp({ ...nothingConfigured, autoload: true }, {});

    expect(result).toEqual({
      outcome: 'started',
      failed: [
        { name: 'a', reason: 'broken' },
        { name: 'b', reason: 'the module b needs a, which does not run: broken' },
      ],
      unknown: [],
    });
    expect(registry.isLoaded('c')).toBe(true);
  });

  it('fails when required modules do not start, naming all of them, and starts nothing else', async () => {
    const { registry } = aRegistry({ name: 'a', start: fails('broken') }, { name: 'b' }, { name: 'c' });

    const result = await registry.startUp(
      {
        ...nothingConfigured,
        autoload: true,
        noload: ['b'],
        require: ['a.so', 'b.so', 'absent'],
      },
      {},
    );

    expect(result).toEqual({
      outcome: 'required-failed',
      failed: [
        { name: 'a', reason: 'broken' },
        { name: 'b', reason: 'the configuration both requires and excludes b' },
        { name: 'absent', reason: 'there is no module absent' },
      ],
    });
    expect(registry.isLoaded('c')).toBe(false);
  });

  it('does not start an excluded module for another, but lets a caller load it', async () => {
    const { registry } = aRegistry({ name: 'top', dependsOn: ['base'] }, { name: 'base' });

    const result = await registry.startUp({ ...nothingConfigured, autoload: true, noload: ['base'] }, {});

    expect(result).toMatchObject({ failed: [{ name: 'top', reason: expect.stringContaining('base') as string }] });
    expect(await registry.load('base')).toEqual({ outcome: 'loaded' });
    await registry.unload('top');
    expect(await registry.load('top')).toEqual({ outcome: 'loaded' });
  });
});

describe('closing the registry', () => {
  it('stops everything, dependants first, in use or not, and only once', async () => {
    const { registry, told } = aRegistry({ name: 'top', dependsOn: ['base'] }, { name: 'base' }, { name: 'other' });
    await registry.startUp({ ...nothingConfigured, autoload: true }, {});
    registry.use('base', 'a call');
    told.length = 0;

    await Promise.all([registry.close(), registry.close()]);
    await registry.close();

    expect(told).toEqual(['stop other', 'stop top', 'stop base']);
    expect(registry.list()).toEqual([]);
  });

  it('goes on when a module does not stop properly', async () => {
    const { registry, told } = aRegistry({ name: 'base' }, { name: 'top', stop: fails('stuck') });
    await registry.startUp({ ...nothingConfigured, autoload: true }, {});

    await registry.close();

    expect(told).toEqual(['start base', 'start top', 'stop base']);
  });

  it('lets a module finish starting and then stops it; nothing is loaded any more', async () => {
    const gate = aGate();
    const { registry, told } = aRegistry({ name: 'slow', start: () => gate.opened }, { name: 'other' });
    const loading = registry.load('slow');
    await Promise.resolve();
    const closing = registry.close();

    expect(await registry.load('other')).toEqual({ outcome: 'shutting-down' });
    gate.open();
    expect(await loading).toEqual({ outcome: 'loaded' });
    await closing;
    expect(told).toEqual(['stop slow']);
    expect(await registry.unload('slow')).toEqual({ outcome: 'shutting-down' });
    expect(await registry.reload('slow')).toEqual({ outcome: 'shutting-down' });
  });
});
