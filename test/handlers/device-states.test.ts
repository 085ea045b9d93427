import { ApiRig, messageOf } from './api-rig';

let api: ApiRig;
beforeEach(() => {
  api = new ApiRig();
});
afterEach(() => api.close());

const changed = (name: string, state: string) => ({ type: 'DeviceStateChanged', device_state: { name, state } });

describe('the device states resource', () => {
  it('shows any device, known or not', async () => {
    expect(await api.ask('GET', '/deviceStates')).toEqual({ status: 200, body: [] });
    expect(await api.ask('GET', '/deviceStates/Stasis:lamp')).toEqual({
      status: 200,
      body: { name: 'Stasis:lamp', state: 'UNKNOWN' },
    });
    expect(await api.ask('GET', '/deviceStates/Bogus%2Fx')).toEqual({
      status: 200,
      body: { name: 'Bogus/x', state: 'INVALID' },
    });
  });

  it.each(['NOT_INUSE', 'INUSE', 'BUSY', 'INVALID', 'UNAVAILABLE', 'RINGING', 'RINGINUSE', 'ONHOLD', 'busy', 'OnHold'])(
    'sets the state %s',
    async (state) => {
      expect(await api.ask('PUT', `/deviceStates/Stasis:lamp?deviceState=${state}`)).toEqual({ status: 204 });
      expect(await api.ask('GET', '/deviceStates')).toEqual({
        status: 200,
        body: [{ name: 'Stasis:lamp', state: state.toUpperCase() }],
      });
    },
  );

  it('takes the state from a JSON body as well', async () => {
    expect(await api.ask('PUT', '/deviceStates/Stasis:lamp', { deviceState: 'INUSE' })).toEqual({ status: 204 });
    expect(api.devices.stateOf('Stasis:lamp')).toBe('INUSE');
  });

  it.each(['?deviceState=UNKNOWN', '?deviceState=bogus', '?deviceState=', ''])(
    'refuses the state in %j',
    async (query) => {
      const reply = await api.ask('PUT', `/deviceStates/Stasis:lamp${query}`);

      expect(reply).toMatchObject({ status: 400, body: { parameter: 'deviceState' } });
      expect(messageOf(reply)).toContain('NOT_INUSE');
      expect(api.devices.list()).toEqual([]);
    },
  );

  it.each([
    ['lamp', 409, 'begin with Stasis:'],
    ['Local%2Fx', 409, "'Local/x'"],
    ['Stasis:', 404, 'after the colon'],
  ])('refuses to change the device %s with %d', async (device, status, words) => {
    for (const reply of [
      await api.ask('PUT', `/deviceStates/${device}?deviceState=BUSY`),
      await api.ask('DELETE', `/deviceStates/${device}`),
    ]) {
      expect(reply.status).toBe(status);
      expect(messageOf(reply)).toContain(words);
    }
  });

  it('notifies only subscribers of the device or of all devices', async () => {
    const [one, all, other] = [api.connect('one'), api.connect('all', true), api.connect('other')];
    await api.ask('POST', '/applications/one/subscription?eventSource=deviceState:Stasis:lamp');
    await api.ask('POST', '/applications/other/subscription?eventSource=deviceState:Stasis:bulb');

    await api.ask('PUT', '/deviceStates/stasis:lamp?deviceState=BUSY');
    await api.ask('PUT', '/deviceStates/Stasis:a%20b?deviceState=INUSE');

    expect(one.facts).toEqual([changed('Stasis:lamp', 'BUSY')]);
    expect(all.facts).toEqual([changed('Stasis:lamp', 'BUSY'), changed('Stasis:a b', 'INUSE')]);
    expect(other.facts).toEqual([]);
    expect(one.messages).toMatchObject([{ application: 'one', asterisk_id: '02:00:00:00:00:01' }]);
  });

  it('tells an application once that is subscribed in two ways', async () => {
    const listener = api.connect('app');
    await api.ask('POST', '/applications/app/subscription?eventSource=deviceState:Stasis:lamp');
    await api.ask('POST', '/applications/app/subscription?eventSource=deviceState:');

    await api.ask('PUT', '/deviceStates/Stasis:lamp?deviceState=BUSY');

    expect(listener.facts).toEqual([changed('Stasis:lamp', 'BUSY')]);
  });

  it('removes a state without a word, as often as one likes', async () => {
    const listener = api.connect('all', true);
    await api.ask('PUT', '/deviceStates/Stasis:lamp?deviceState=BUSY');

    expect(await api.ask('DELETE', '/deviceStates/Stasis:lamp')).toEqual({ status: 204 });
    expect(await api.ask('DELETE', '/deviceStates/Stasis:lamp')).toEqual({ status: 204 });
    expect(await api.ask('GET', '/deviceStates')).toEqual({ status: 200, body: [] });
    expect(listener.messages).toHaveLength(1);
  });

  it('does not exist without its module', async () => {
    const bare = new ApiRig({ unloaded: ['res_stasis_device_state'] });

    expect(await bare.ask('GET', '/deviceStates')).toMatchObject({ status: 501 });
    bare.close();
  });
});
