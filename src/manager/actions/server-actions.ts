import { success } from '../protocol/response';
import { safeName } from '../protocol/write-fields';
import { action } from './action-row';
import { needed } from './parameters';

/** Facts about the server, and events of clients. */
export const serverActions = [
  action('CoreStatus', 'Tells how the server is doing.', {
    classes: ['system', 'reporting'],
    parameters: {},
    answer: '`CoreStartupDate`, `CoreStartupTime`, `CoreReloadDate`, `CoreReloadTime`, `CoreCurrentCalls`.',
    run: (_, { services }) => {
      const { startedAt, reloadedAt } = services.info.status;
      return success(undefined, [
        ['CoreStartupDate', dateOf(startedAt)],
        ['CoreStartupTime', timeOf(startedAt)],
        ['CoreReloadDate', dateOf(reloadedAt)],
        ['CoreReloadTime', timeOf(reloadedAt)],
        ['CoreCurrentCalls', services.channels.callCount()],
      ]);
    },
  }),
  action('CoreSettings', 'Tells the versions and limits of the server.', {
    classes: ['system', 'reporting'],
    parameters: {},
    answer:
      '`AMIversion`, `AsteriskVersion`, `SystemName`, `CoreMaxCalls`, `CoreMaxLoadAvg`, `CoreRunUser`, `CoreRunGroup`, `CoreMaxFilehandles`.',
    run: (_, { services }) => {
      const { config, system } = services.info;
      return success(undefined, [
        ['AMIversion', services.interfaceVersion],
        ['AsteriskVersion', system.version],
        ['SystemName', config.systemName],
        ['CoreMaxCalls', config.maxCalls ?? 0],
        ['CoreMaxLoadAvg', config.maxLoad ?? 0],
        ['CoreRunUser', config.runUser],
        ['CoreRunGroup', config.runGroup],
        ['CoreMaxFilehandles', config.maxFiles ?? 0],
      ]);
    },
  }),
  action('UserEvent', 'Sends an event to all readers of the class `user`.', {
    classes: ['user'],
    parameters: { name: needed('UserEvent', 'Its name. All other header fields of the action are sent with it.') },
    answer: 'Nothing more.',
    run: ({ name }, { services, message }) => {
      const own = ['action', 'actionid', 'userevent'];
      const fields = message.headers
        .filter(([given]) => given !== '' && !own.includes(given.toLowerCase()))
        .map(([given, value]) => [safeName(given), value] as const);
      services.feed.raise({ type: 'client-user-event', at: services.clock.now(), name, fields });
      return success('Event Sent');
    },
  }),
];

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
