import { ApiRig, messageOf } from './api-rig';

let api: ApiRig;
beforeEach(() => {
  api = new ApiRig();
});
afterEach(() => api.close());

const lamp = (name: string, state: string) => ({ type: 'DeviceStateChanged', device_state: { name, state } });

describe('the mailboxes resource', () => {
  it('makes, changes, shows and lists mailboxes', async () => {
    expect(await api.ask('GET', '/mailboxes')).toEqual({ status: 200, body: [] });
    expect(await api.ask('PUT', '/mailboxes/500?oldMessages=1&newMessages=2')).toEqual({ status: 204 });
    expect(await api.ask('PUT', '/mailboxes/a%20b%2Fc', { oldMessages: 7, newMessages: '8' })).toEqual({ status: 204 });
    expect(await api.ask('PUT', '/mailboxes/500?oldMessages=3', { newMessages: 4 })).toEqual({ status: 204 });

    expect(await api.ask('GET', '/mailboxes/500')).toEqual({
      status: 200,
      body: { name: '500', old_messages: 3, new_messages: 4 },
    });
    expect(await api.ask('GET', '/mailboxes')).toEqual({
      status: 200,
      body: [
        { name: '500', old_messages: 3, new_messages: 4 },
        { name: 'a b/c', old_messages: 7, new_messages: 8 },
      ],
    });
  });

  it.each([
    ['', 'oldMessages'],
    ['?oldMessages=4', 'newMessages'],
    ['?oldMessages=-1&newMessages=2', 'oldMessages'],
    ['?oldMessages=1&newMessages=2x', 'newMessages'],
    ['?oldMessages=99999999999&newMessages=1', 'oldMessages'],
    ['?oldMessages=1.5&newMessages=1', 'oldMessages'],
  ])('refuses the counts in %j', async (query, parameter) => {
    expect(await api.ask('PUT', `/mailboxes/500${query}`)).toMatchObject({ status: 400, body: { parameter } });
    expect(api.mailboxes.list()).toEqual([]);
  });

  it.each(['GET', 'DELETE'])('answers %s of an unknown mailbox with what to do', async (method) => {
    const reply = await api.ask(method, '/mailboxes/dave');

    expect(reply.status).toBe(404);
    expect(messageOf(reply)).toBe("there is no mailbox 'dave': a PUT with its message counts makes one");
  });

  it('lights and darkens a lamp, also when a mailbox goes', async () => {
    const listener = api.connect('all', true);
    await api.ask('PUT', '/mailboxes/500?oldMessages=1&newMessages=2');
    await api.ask('PUT', '/mailboxes/500?oldMessages=7&newMessages=8');
    expect(await api.ask('GET', '/deviceStates/MWI:500')).toMatchObject({ body: { state: 'INUSE' } });

    expect(await api.ask('DELETE', '/mailboxes/500')).toEqual({ status: 204 });

    expect(listener.facts).toEqual([lamp('MWI:500', 'INUSE'), lamp('MWI:500', 'NOT_INUSE')]);
    expect(await api.ask('GET', '/mailboxes/500')).toMatchObject({ status: 404 });
    expect(await api.ask('GET', '/deviceStates/MWI:500')).toMatchObject({ body: { state: 'INVALID' } });
  });
});
