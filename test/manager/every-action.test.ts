import { actionTable } from '../../src/manager/actions/action-table';
import { ManagerClient } from '../support/manager/manager-client';
import { sampleActions as good, sampleDialplan, samplePhones } from '../support/manager/manager-samples';
import { startManagerServer } from '../support/manager/manager-server';
import { SampleStage } from '../support/manager/sample-stage';
import type { RunningServer } from '../support/server/running-server';

describe('the actions of the manager interface', () => {
  let server: RunningServer;
  let stage: SampleStage;
  let client: ManagerClient;
  beforeAll(async () => {
    server = await startManagerServer({ 'extensions.conf': sampleDialplan, 'phones.conf': samplePhones });
    stage = await SampleStage.open(server);
  });
  afterAll(async () => {
    stage.close();
    await server.close();
  });
  beforeEach(async () => {
    client = await ManagerClient.logIn(server.managerPort());
  });
  afterEach(async () => {
    await client.close();
    await stage.clear();
  });

  it.each(actionTable.map(({ name }) => name))('%s does what it says', async (name) => {
    const sent = await stage.prepare(name, client);

    const { fields } = await client.ask({ Action: name, ...sent });

    expect(fields).toMatchObject(good[name]?.expected ?? {});
    if (fields['EventList'] !== undefined)
      await client.heard({ EventList: 'Complete', ActionID: fields['ActionID'] ?? '' });
  });

  const required = actionTable.flatMap(({ name, parameters }) =>
    Object.values(parameters)
      .filter(({ isRequired }) => isRequired)
      .map((parameter) => [name, parameter.name] as const),
  );

  it.each(required)('%s without %s is refused by that name', async (name, missing) => {
    const rest = Object.fromEntries(Object.entries(good[name]?.sent ?? {}).filter(([field]) => field !== missing));

    const { fields } = await client.ask({ Action: name, ...rest });

    expect(fields).toMatchObject({ Response: 'Error', Message: `${missing} not specified` });
  });

  const hostile = [
    '/',
    '//',
    '/(((/',
    '..\\..',
    '%s%n',
    ['$', '{SHELL(id)}'].join(''),
    '$[1/0]',
    '\u0000\u0001',
    '🤷'.repeat(100),
    '-1',
    '9'.repeat(400),
    ',,,=',
    'a@b/c',
  ];

  it.each(actionTable.map((row) => [row.name, row] as const))(
    '%s survives hostile values',
    async (name, { parameters }) => {
      for (const [index, value] of hostile.entries()) {
        if (client.isClosed) client = await ManagerClient.logIn(server.managerPort());
        const sent = Object.fromEntries(Object.values(parameters).map((parameter) => [parameter.name, value]));
        const ActionID = `hostile-${index}`;
        client.send({ Action: name, ...sent, ActionID });
        const { fields } = await client.heard({ Response: /./, ActionID });
        expect(['Success', 'Error', 'Goodbye']).toContain(fields['Response']);
        if (fields['Response'] === 'Goodbye') await client.closed();
      }
    },
  );

  it('names actions that do not exist, and messages without an action', async () => {
    const unknown = await client.ask({ Action: 'Fly' });
    const none = await client.ask({ Colour: 'blue' });

    expect(unknown.fields['Message']).toBe(
      'Invalid/unknown command: Fly. Use Action: ListCommands to show available commands.',
    );
    expect(none.fields['Message']).toBe('Missing action in request');
  });
});
