import { channelId } from '../../src/shared/ids';
import type { EndpointFacts, EndpointSnapshot } from '../../src/engine/endpoint';
import type { EndpointSource } from '../../src/engine/endpoints';
import { Endpoints } from '../../src/engine/endpoints';
import { anEngine, someTime } from './engine-rig';

const anEndpoint = (technology: string, resource: string): EndpointSnapshot => ({
  technology,
  resource,
  state: 'online',
  channelIds: [],
});

function aSource(technology: string, ...resources: string[]): EndpointSource {
  const known = resources.map((resource): EndpointFacts => ({ resource, state: 'online' }));
  return { technology, list: () => known, get: (name) => known.find(({ resource }) => resource === name) };
}

describe('endpoints', () => {
  it('are none before a technology registers its own', () => {
    const endpoints = new Endpoints(anEngine());

    expect(endpoints.list()).toEqual([]);
    expect(endpoints.listOf('PJSIP')).toEqual([]);
    expect(endpoints.get('PJSIP', 'alice')).toBeUndefined();
    expect(endpoints.exists('PJSIP')).toBe(false);
    expect(endpoints.exists('PJSIP/alice')).toBe(false);
  });

  it('are listed technology by technology', () => {
    const endpoints = new Endpoints(anEngine());
    endpoints.register(aSource('PJSIP', 'bob', 'alice'));
    endpoints.register(aSource('Other', 'carol'));

    expect(endpoints.list().map(({ technology, resource }) => `${technology}/${resource}`)).toEqual([
      'PJSIP/bob',
      'PJSIP/alice',
      'Other/carol',
    ]);
    expect(endpoints.technologies()).toEqual(['PJSIP', 'Other']);
  });

  it('are found by their technology in any case, but listed and subscribed to in its own', () => {
    const endpoints = new Endpoints(anEngine());
    endpoints.register(aSource('PJSIP', 'alice', 'a/b'));

    expect(endpoints.get('pjsip', 'alice')).toEqual(anEndpoint('PJSIP', 'alice'));
    expect(endpoints.get('PJSIP', 'Alice')).toBeUndefined();
    expect(endpoints.listOf('PJSIP')).toHaveLength(2);
    expect(endpoints.listOf('pjsip')).toEqual([]);
    expect(['PJSIP/alice', 'PJSIP/a/b'].map((id) => endpoints.exists(id))).toEqual([true, true]);
    expect(['PJSIP', 'pjsip/alice', 'PJSIP/', 'PJSIP/nobody'].map((id) => endpoints.exists(id))).toEqual(
      new Array(4).fill(false),
    );
  });

  it('go when their technology does, which may then come again', () => {
    const endpoints = new Endpoints(anEngine());
    const { remove } = endpoints.register(aSource('PJSIP', 'alice'));
    expect(() => endpoints.register(aSource('pjsip'))).toThrow('pjsip has registered its endpoints already');

    remove();
    endpoints.register(aSource('pjsip', 'dora'));
    remove();

    expect(endpoints.list()).toEqual([anEndpoint('pjsip', 'dora')]);
  });

  it('are reported when their technology says so', () => {
    const engine = anEngine();
    const phones = new Endpoints(engine).register(aSource('PJSIP', 'alice'));

    phones.changed('alice');
    phones.changed('nobody');

    expect(engine.happened).toEqual([
      { type: 'endpoint-changed', at: someTime, endpoint: anEndpoint('PJSIP', 'alice') },
    ]);
  });

  it('have the channels that belong to them, and are reported whenever one comes or goes', () => {
    const engine = anEngine();
    const endpoints = new Endpoints(engine);
    const { remove } = endpoints.register(aSource('PJSIP', 'alice', 'bob'));
    const one = { id: channelId('c1'), endpoint: { technology: 'PJSIP', resource: 'alice' } };
    const other = { id: channelId('c2'), endpoint: { technology: 'PJSIP', resource: 'alice' } };
    endpoints.channelMade(one);
    endpoints.channelMade(other);
    // Of a technology without endpoints, and of an unknown endpoint.
    endpoints.channelMade({ id: channelId('c3'), endpoint: { technology: 'Local', resource: undefined } });
    endpoints.channelMade({ id: channelId('c4'), endpoint: { technology: 'PJSIP', resource: 'carol' } });

    expect(endpoints.list().map(({ channelIds }) => channelIds)).toEqual([['c1', 'c2'], []]);
    endpoints.channelGone(one);
    endpoints.channelGone(one);
    expect(endpoints.get('PJSIP', 'alice')).toMatchObject({ channelIds: ['c2'] });
    remove();
    endpoints.channelGone(other);

    const news = engine.happened.flatMap((event) => (event.type === 'endpoint-changed' ? [event.endpoint] : []));
    expect(news.map(({ channelIds }) => channelIds)).toEqual([['c1'], ['c1', 'c2'], ['c2']]);
  });
});
