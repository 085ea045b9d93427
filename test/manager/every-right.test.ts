import type { ManagerClass } from '../../src/config/files/interfaces/manager-classes';
import { managerClassNames } from '../../src/config/files/interfaces/manager-classes';
import { actionTable } from '../../src/manager/actions/action-table';
import { ManagerClient } from '../support/manager/manager-client';
import { sampleActions, sampleDialplan, samplePhones } from '../support/manager/manager-samples';
import { managerConf, managerUsers, startManagerServer } from '../support/manager/manager-server';
import { SampleStage } from '../support/manager/sample-stage';
import type { RunningServer } from '../support/server/running-server';

const guarded = actionTable.filter(({ classes }) => classes.length > 0);

/** What the sample needs besides one of the classes of its action. */
const furtherClasses: Readonly<Record<string, readonly ManagerClass[]>> = {
  Command: ['reporting'],
  Atxfer: ['originate'],
};

const userWith = (classes: readonly string[]): string => `with-${classes.join('-')}`;
const userWithout = (classes: readonly string[]): string => `without-${classes.join('-')}`;
const user = (name: string, write: readonly string[]): string =>
  `[${name}]\nsecret = secret\nread = all\nwrite = ${write.join(',')}\n`;

const sufficient = guarded.flatMap(({ name, classes }) =>
  classes.map((each) => [name, each, [each, ...(furtherClasses[name] ?? [])]] as const),
);
const users = new Map([
  ...sufficient.map(([, , classes]) => [userWith(classes), user(userWith(classes), classes)] as const),
  ...guarded.map(({ classes }) => {
    const others = managerClassNames.filter((each) => !classes.includes(each));
    return [userWithout(classes), user(userWithout(classes), others)] as const;
  }),
]);

describe('an action with real objects', () => {
  let server: RunningServer;
  let stage: SampleStage;
  let admin: ManagerClient;
  beforeAll(async () => {
    server = await startManagerServer({
      'manager.conf': managerConf('', `${managerUsers}${[...users.values()].join('')}`),
      'extensions.conf': sampleDialplan,
      'phones.conf': samplePhones,
    });
    stage = await SampleStage.open(server);
  });
  beforeEach(async () => {
    admin = await ManagerClient.logIn(server.managerPort());
  });
  afterEach(async () => {
    await stage.clear();
    await admin.close();
  });
  afterAll(async () => {
    stage.close();
    await server.close();
  });

  async function asked(name: string, by: string): Promise<Readonly<Record<string, string>>> {
    const sent = await stage.prepare(name, admin);
    const client = await ManagerClient.logIn(server.managerPort(), by);
    const { fields } = await client.ask({ Action: name, ...sent });
    await client.close();
    return fields;
  }

  it.each(sufficient)('%s is carried out for a user with the class %s', async (name, _class, classes) => {
    expect(await asked(name, userWith(classes))).toMatchObject({
      Response: 'Success',
      ...sampleActions[name]?.expected,
    });
  });

  it.each(guarded.map(({ name, classes }) => [name, classes] as const))(
    '%s is refused to a user with all classes but %j',
    async (name, classes) => {
      expect(await asked(name, userWithout(classes))).toMatchObject({
        Response: 'Error',
        Message: 'Permission denied',
      });
    },
  );
});
