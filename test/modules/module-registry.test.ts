import { describeModuleFailure } from '../../src/modules/module-results';
import { aGate, aRegistry, fails } from './registry-rig';

describe('the module registry', () => {
  it('lists nothing before anything is loaded', () => {
    const { registry } = aRegistry({ name: 'app_echo' });

    expect(registry.list()).toEqual([]);
    expect(registry.get('app_echo')).toBeUndefined();
    expect(registry.isLoaded('app_echo')).toBe(false);
  });

  it('lists loaded modules by name, with the ending', async () => {
    const { registry } = aRegistry({ name: 'res_b', supportLevel: 'extended' }, { name: 'app_a' });
    await registry.load('res_b');
    await registry.load('app_a');

    expect(registry.list()).toEqual([
      { name: 'app_a.so', description: 'the module app_a', supportLevel: 'core', useCount: 0, status: 'Running' },
      { name: 'res_b.so', description: 'the module res_b', supportLevel: 'extended', useCount: 0, status: 'Running' },
    ]);
  });

  it('takes names with and without the ending', async () => {
    const { registry } = aRegistry({ name: 'app_echo' });

    expect(await registry.load('app_echo.so')).toEqual({ outcome: 'loaded' });
    expect(registry.isLoaded('app_echo')).toBe(true);
    expect(registry.isLoaded('app_echo.so')).toBe(true);
    expect(registry.get('app_echo')).toEqual(registry.get('app_echo.so'));
    expect(await registry.unload('app_echo')).toEqual({ outcome: 'unloaded' });
  });

  it('goes through load, unload and load again', async () => {
    const { registry, told, logged } = aRegistry({ name: 'app_echo' });

    expect(await registry.load('app_echo')).toEqual({ outcome: 'loaded' });
    expect(await registry.load('app_echo')).toEqual({ outcome: 'already-loaded', status: 'Running' });
    expect(await registry.unload('app_echo')).toEqual({ outcome: 'unloaded' });
    expect(registry.get('app_echo')).toBeUndefined();
    expect(await registry.unload('app_echo')).toEqual({ outcome: 'not-loaded' });
    expect(await registry.reload('app_echo')).toEqual({ outcome: 'not-loaded' });
    expect(await registry.load('app_echo')).toEqual({ outcome: 'loaded' });
    expect(told).toEqual(['start app_echo', 'stop app_echo', 'start app_echo']);
    expect(logged).toEqual(['info module started', 'info module stopped', 'info module started']);
  });

  it.each(['nope', '', '.so', 'app_echo.so.so', '__proto__', 'constructor', '\0', 'x'.repeat(100_000)])(
    'knows no module %.20j',
    async (name) => {
      const { registry } = aRegistry({ name: 'app_echo' });

      expect(registry.isLoaded(name)).toBe(false);
      expect(registry.use(name, 'somebody')).toBeUndefined();
      expect(await registry.load(name)).toEqual({ outcome: 'no-such-module' });
      expect(await registry.unload(name)).toEqual({ outcome: 'no-such-module' });
      expect(await registry.reload(name)).toEqual({ outcome: 'no-such-module' });
    },
  );

  it.each([
    [[{ name: 'a' }, { name: 'a' }], 'two modules have the same name'],
    [[{ name: 'a.so' }], "a module cannot be called 'a.so'"],
    [
      [
        { name: 'a', dependsOn: ['b'] },
        { name: 'b', dependsOn: ['c'] },
        { name: 'c', dependsOn: ['b'] },
      ],
      'modules depend on each other: b -> c -> b',
    ],
  ])('is not made from %j', (sketches, message) => {
    expect(() => aRegistry(...sketches)).toThrow(message);
  });
});

describe('a module that does not start', () => {
  it('is listed as not running with its reason, and provides nothing', async () => {
    const { registry, logged } = aRegistry({ name: 'app_queue', start: fails('queues.conf is missing') });

    expect(await registry.load('app_queue')).toEqual({ outcome: 'start-failed', reason: 'queues.conf is missing' });
    expect(registry.get('app_queue')).toMatchObject({ status: 'Not Running', reason: 'queues.conf is missing' });
    expect(registry.isLoaded('app_queue')).toBe(false);
    expect(registry.use('app_queue', 'call 1')).toBeUndefined();
    expect(logged).toEqual(['warn module did not start']);
  });

  it('counts as loaded until it is unloaded, which does not stop what never ran', async () => {
    let ready = false;
    const start = (): void => (ready ? undefined : fails('not yet')());
    const { registry, told } = aRegistry({ name: 'app_queue', start });
    await registry.load('app_queue');
    ready = true;

    expect(await registry.load('app_queue')).toEqual({ outcome: 'already-loaded', status: 'Not Running' });
    expect(await registry.reload('app_queue')).toEqual({ outcome: 'not-running', reason: 'not yet' });
    expect(await registry.unload('app_queue')).toEqual({ outcome: 'unloaded' });
    expect(await registry.load('app_queue')).toEqual({ outcome: 'loaded' });
    expect(told).toEqual([]);
  });

  it('may also say so later', async () => {
    const start = (): Promise<void> => Promise.reject(new Error('no luck'));
    const { registry } = aRegistry({ name: 'app_queue', start });

    expect(await registry.load('app_queue')).toEqual({ outcome: 'start-failed', reason: 'no luck' });
  });
});

describe('dependencies of a module', () => {
  it('are started before it, once, and are in use by it', async () => {
    const { registry, told } = aRegistry(
      { name: 'top', dependsOn: ['left', 'right'] },
      { name: 'left', dependsOn: ['base'] },
      { name: 'right', dependsOn: ['base'] },
      { name: 'base' },
    );

    expect(await registry.load('top')).toEqual({ outcome: 'loaded' });
    expect(told).toEqual(['start base', 'start left', 'start right', 'start top']);
    expect(registry.get('base')).toMatchObject({ useCount: 2 });
    expect(await registry.unload('base')).toEqual({ outcome: 'in-use', users: ['left', 'right'], useCount: 2 });
    expect(await registry.unload('left')).toEqual({ outcome: 'in-use', users: ['top'], useCount: 1 });
  });

  it('are free again when it is unloaded, and stay loaded', async () => {
    const { registry } = aRegistry({ name: 'top', dependsOn: ['base'] }, { name: 'base' });
    await registry.load('top');

    expect(await registry.unload('top')).toEqual({ outcome: 'unloaded' });
    expect(registry.get('base')).toMatchObject({ status: 'Running', useCount: 0 });
    expect(await registry.unload('base')).toEqual({ outcome: 'unloaded' });
  });

  it('that do not exist keep it from running, by name', async () => {
    const { registry, told } = aRegistry({ name: 'top', dependsOn: ['base', 'absent'] }, { name: 'base' });

    const result = await registry.load('top');

    expect(result).toEqual({ outcome: 'dependency-missing', dependency: 'absent' });
    expect(registry.get('top')).toMatchObject({
      status: 'Not Running',
      reason: 'the module top needs absent, which is not available',
    });
    expect(registry.get('base')).toMatchObject({ status: 'Running', useCount: 0 });
    expect(told).toEqual(['start base']);
  });

  it('that do not start keep it from running, with their reason', async () => {
    const { registry, told } = aRegistry(
      { name: 'top', dependsOn: ['base'] },
      { name: 'base', start: fails('the disk is full') },
    );

    const result = await registry.load('top');

    expect(result).toEqual({ outcome: 'dependency-failed', dependency: 'base', reason: 'the disk is full' });
    expect(registry.list().map(({ status }) => status)).toEqual(['Not Running', 'Not Running']);
    expect(told).toEqual([]);
  });

  it('are free again when it does not start', async () => {
    const { registry } = aRegistry({ name: 'top', dependsOn: ['base'], start: fails('no') }, { name: 'base' });
    await registry.load('top');

    expect(registry.get('base')).toMatchObject({ useCount: 0 });
  });
});

describe('a module in use', () => {
  it('is not unloaded, and the refusal names its users', async () => {
    const { registry, told } = aRegistry({ name: 'res_playback' });
    await registry.load('res_playback');
    const release = registry.use('res_playback', 'playback 17');

    expect(registry.get('res_playback')).toMatchObject({ useCount: 1 });
    expect(await registry.unload('res_playback')).toEqual({ outcome: 'in-use', users: ['playback 17'], useCount: 1 });

    release?.();
    release?.();

    expect(registry.get('res_playback')).toMatchObject({ useCount: 0 });
    expect(await registry.unload('res_playback')).toEqual({ outcome: 'unloaded' });
    expect(told).toEqual(['start res_playback', 'stop res_playback']);
  });

  it('counts users of the same name apart, and names only a few of many', async () => {
    const { registry } = aRegistry({ name: 'res_playback' });
    await registry.load('res_playback');
    for (let call = 0; call < 1000; call += 1) registry.use('res_playback', 'a call');

    const result = await registry.unload('res_playback');

    expect(result).toEqual({ outcome: 'in-use', users: Array<string>(8).fill('a call'), useCount: 1000 });
    if (result.outcome !== 'in-use') throw new Error('it was unloaded');
    expect(describeModuleFailure('res_playback', result)).toMatch(/in use by a call, .* and 992 more$/);
  });

  it('cannot be taken into use while it stops', async () => {
    const gate = aGate();
    const { registry } = aRegistry({ name: 'slow', stop: () => gate.opened });
    await registry.load('slow');
    const unloading = registry.unload('slow');
    await Promise.resolve();
    await Promise.resolve();

    expect(registry.isLoaded('slow')).toBe(false);
    expect(registry.use('slow', 'a call')).toBeUndefined();
    expect(registry.get('slow')).toMatchObject({ status: 'Not Running', reason: 'it is stopping' });

    gate.open();
    expect(await unloading).toEqual({ outcome: 'unloaded' });
  });

  it('that does not stop properly stays listed with the reason until it is unloaded once more', async () => {
    const { registry, logged } = aRegistry({ name: 'sticky', stop: fails('a socket is left') });
    await registry.load('sticky');

    expect(await registry.unload('sticky')).toEqual({ outcome: 'stop-failed', reason: 'a socket is left' });
    expect(registry.get('sticky')).toMatchObject({ status: 'Not Running', reason: 'a socket is left' });
    expect(await registry.unload('sticky')).toEqual({ outcome: 'unloaded' });
    expect(logged).toEqual(['info module started', 'warn module did not stop properly']);
  });
});

describe('reloading a module', () => {
  it('makes it read its configuration again and remembers when', async () => {
    const told: string[] = [];
    const { registry } = aRegistry({ name: 'pbx_config', reload: () => void told.push('reload') });
    await registry.load('pbx_config');

    expect(registry.lastReload).toBeUndefined();
    expect(await registry.reload('pbx_config.so')).toEqual({ outcome: 'reloaded' });
    expect(told).toEqual(['reload']);
    expect(registry.lastReload).toBe(1234);
  });

  it('is refused by a module that has nothing to reload', async () => {
    const { registry } = aRegistry({ name: 'app_echo' });
    await registry.load('app_echo');

    expect(await registry.reload('app_echo')).toEqual({ outcome: 'not-reloadable' });
  });

  it('that fails leaves the module running', async () => {
    const { registry } = aRegistry({ name: 'pbx_config', reload: fails('line 3 is not understood') });
    await registry.load('pbx_config');

    expect(await registry.reload('pbx_config')).toEqual({
      outcome: 'reload-failed',
      reason: 'line 3 is not understood',
    });
    expect(registry.isLoaded('pbx_config')).toBe(true);
  });
});

describe('changes of one module at the same time', () => {
  it('happen one after another in the order they were asked for', async () => {
    const gate = aGate();
    const told: string[] = [];
    const { registry } = aRegistry({
      name: 'slow',
      start: async () => {
        told.push('starting');
        await gate.opened;
        told.push('started');
      },
      stop: () => void told.push('stopped'),
      reload: () => void told.push('reloaded'),
    });

    const results = Promise.all([
      registry.load('slow'),
      registry.load('slow'),
      registry.reload('slow'),
      registry.unload('slow'),
      registry.unload('slow'),
      registry.load('slow'),
    ]);
    gate.open();

    expect((await results).map(({ outcome }) => outcome)).toEqual([
      'loaded',
      'already-loaded',
      'reloaded',
      'unloaded',
      'not-loaded',
      'loaded',
    ]);
    expect(told).toEqual(['starting', 'started', 'reloaded', 'stopped', 'starting', 'started']);
  });

  it('do not make other modules wait', async () => {
    const gate = aGate();
    const { registry } = aRegistry({ name: 'slow', start: () => gate.opened }, { name: 'quick' });
    const slow = registry.load('slow');

    expect(await registry.load('quick')).toEqual({ outcome: 'loaded' });
    expect(registry.get('slow')).toMatchObject({ status: 'Not Running', reason: 'it is starting' });

    gate.open();
    expect(await slow).toEqual({ outcome: 'loaded' });
  });

  it('never take a dependency away from a module that is starting', async () => {
    const gate = aGate();
    const { registry, told } = aRegistry(
      { name: 'top', dependsOn: ['base'], start: () => gate.opened },
      { name: 'base' },
    );
    const loading = registry.load('top');
    await Promise.resolve();
    const unloading = registry.unload('base');
    await Promise.resolve();
    gate.open();

    const [loaded, unloaded] = await Promise.all([loading, unloading]);
    expect(loaded).toEqual({ outcome: 'loaded' });
    expect(unloaded).toEqual({ outcome: 'in-use', users: ['top'], useCount: 1 });
    expect(told).toEqual(['start base']);
  });
});
