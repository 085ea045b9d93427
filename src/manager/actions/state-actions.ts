import { limitReached } from '../../engine/object-limits';
import { tryRegex } from '../../shared/regex/try-regex';
import type { DeviceStateName } from '../../engine/device-state';
import { extensionFields, statusOf } from '../events/extension-status';
import { failure, success } from '../protocol/response';
import type { Fields } from '../protocol/write-fields';
import { action } from './action-row';
import type { ManagerServices } from '../manager-services';
import { needed, optional, whole } from './parameters';

const mailbox = needed('Mailbox', 'Its name: `6001@default`.');

/** Mailboxes, devices and extensions. */
export const stateActions = [
  action('MailboxCount', 'Counts the messages of a mailbox.', {
    classes: ['call', 'reporting'],
    parameters: { mailbox },
    answer: '`Mailbox`, `UrgMessages`, `NewMessages`, `OldMessages`.',
    run: ({ mailbox: name }, { services }) => {
      const { newMessages = 0, oldMessages = 0 } = services.mailboxes.get(name) ?? {};
      return success('Mailbox Message Count', [
        ['Mailbox', name],
        ['UrgMessages', 0],
        ['NewMessages', newMessages],
        ['OldMessages', oldMessages],
      ]);
    },
  }),
  action('MailboxStatus', 'Tells whether messages wait in a mailbox.', {
    classes: ['call', 'reporting'],
    parameters: { mailbox },
    answer: '`Mailbox` and `Waiting`, 1 or 0.',
    run: ({ mailbox: name }, { services }) =>
      success('Mailbox Status', [
        ['Mailbox', name],
        ['Waiting', (services.mailboxes.get(name)?.newMessages ?? 0) > 0 ? 1 : 0],
      ]),
  }),
  action('MWIGet', 'Lists a mailbox, or all whose names match an expression.', {
    classes: ['call', 'reporting'],
    parameters: { mailbox: needed('Mailbox', 'Its name, or an expression between slashes.') },
    answer: 'A list of MWIGet (`Mailbox`, `OldMessages`, `NewMessages`), closed by MWIGetComplete.',
    run: ({ mailbox: name }, { services }) => {
      const expression = /^\/(.*)\/$/.exec(name)?.[1];
      const matches = expression === undefined ? (each: string) => each === name : expressionIn(expression);
      if (matches === undefined) return failure('Mailbox is not an expression that can be read');
      const items = services.mailboxes
        .list()
        .filter((each) => matches(each.name))
        .map((each) => ({
          event: 'MWIGet',
          fields: [
            ['Mailbox', each.name],
            ['OldMessages', each.oldMessages],
            ['NewMessages', each.newMessages],
          ] satisfies Fields,
        }));
      return { kind: 'list', message: 'Mailboxes will follow', items, complete: 'MWIGetComplete' };
    },
  }),
  action('MWIUpdate', 'Sets the number of messages of a mailbox.', {
    classes: ['call'],
    parameters: {
      mailbox,
      oldMessages: whole('OldMessages', 'How many old ones; 0 when it is not given.'),
      newMessages: whole('NewMessages', 'How many new ones; 0 when it is not given.'),
    },
    answer: 'Nothing more.',
    run: async ({ mailbox: name, oldMessages = 0, newMessages = 0 }, { services }) => {
      const { mailboxes } = services;
      const full = mailboxes.get(name) === undefined ? limitReached('mailboxes', mailboxes.size) : undefined;
      if (full !== undefined) return failure(full);
      await mailboxes.set(name, { oldMessages, newMessages });
      return success();
    },
  }),
  action('MWIDelete', 'Removes a mailbox.', {
    classes: ['call'],
    parameters: { mailbox },
    answer: 'Nothing more.',
    run: async ({ mailbox: name }, { services }) =>
      (await services.mailboxes.remove(name)) === 'removed' ? success() : failure('Mailbox not found'),
  }),
  action('DeviceStateList', 'Lists the states of all devices.', {
    classes: ['call', 'reporting'],
    since: '2.5.0',
    parameters: {},
    answer: 'A list of DeviceStateChange (`Device`, `State`), closed by DeviceStateListComplete.',
    run: (_, { services }) => ({
      kind: 'list',
      message: 'Device State Changes will follow',
      items: services.devices.list().map(({ name, state }) => ({
        event: 'DeviceStateChange',
        fields: [
          ['Device', name],
          ['State', state],
        ],
      })),
      complete: 'DeviceStateListComplete',
    }),
  }),
  action('ExtensionState', 'Tells the state of the phones of an extension, as its hint names them.', {
    classes: ['call', 'reporting'],
    parameters: {
      exten: needed('Exten', 'The extension.'),
      context: optional('Context', 'Its context; `default` when it is not given.'),
    },
    answer: '`Exten`, `Context`, `Hint`, `Status` as a number (-1: there is no hint) and `StatusText`.',
    run: ({ exten, context: given }, { services }) => {
      const context = given === '' ? 'default' : given;
      const { hint, state } = extensionStateOf(exten, context, services);
      const [status, text] = hint === '' ? [-1, 'Unknown'] : statusOf(state as DeviceStateName);
      return success('Extension Status', [
        ['Exten', exten],
        ['Context', context],
        ['Hint', hint],
        ['Status', status],
        ['StatusText', text],
      ]);
    },
  }),
  action('ExtensionStateList', 'Lists the states of all extensions that have a hint of their own.', {
    classes: ['call', 'reporting'],
    parameters: {},
    answer: 'A list of ExtensionStatus, closed by ExtensionStateListComplete.',
    run: (_, { services: { hints } }) => ({
      kind: 'list',
      message: 'Extension Statuses will follow',
      items: hints.list().map((extension) => ({
        event: 'ExtensionStatus',
        fields: extensionFields(extension, hints.stateOf(extension.devices)),
      })),
      complete: 'ExtensionStateListComplete',
    }),
  }),
];

function expressionIn(text: string): ((name: string) => boolean) | undefined {
  const regex = tryRegex(text);
  return regex && ((name) => regex.matches(name));
}

/** What the dialplan knows of an extension. Names that cannot be an argument have no hint. */
function extensionStateOf(exten: string, context: string, { variables }: ManagerServices) {
  if (/[^\w.+*#-]/.test(exten + context)) return { hint: '', state: '' };
  const read = (name: string): string => {
    const found = variables.read(undefined, `${name}(${exten}@${context})`, 'outside');
    return found.outcome === 'read' ? found.value : '';
  };
  return { hint: read('HINT'), state: read('EXTENSION_STATE') };
}
