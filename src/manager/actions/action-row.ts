import type { ManagerClass } from '../../config/files/interfaces/manager-classes';
import { firstVersion } from '../events/event-row';
import type { Message } from '../protocol/message';
import { failure } from '../protocol/response';
import type { ManagerSession, Performed } from '../session/manager-session';
import type { ManagerServices } from '../manager-services';
import type { ParameterSchema, Values } from './parameters';
import { readParameters } from './parameters';

/** What an action is carried out with. */
export interface ActionContext {
  readonly session: ManagerSession;
  readonly message: Message;
  readonly services: ManagerServices;
}

/** One action of the manager interface: who may use it, what it reads, what it does. */
export interface ActionRow {
  readonly name: string;
  /** A user needs one of them; without any, every user may use it. */
  readonly classes: readonly ManagerClass[];
  readonly since: string;
  readonly description: string;
  /** Whether it may be used before the login. */
  readonly isOpen: boolean;
  readonly parameters: ParameterSchema;
  /** Fields of the answer, or the events of the list that it gives, for the reference. */
  readonly answer: string;
  readonly run: (context: ActionContext) => Performed;
}

interface ActionOptions<Schema extends ParameterSchema> {
  readonly classes?: readonly ManagerClass[];
  readonly since?: string;
  readonly isOpen?: boolean;
  readonly parameters: Schema;
  readonly answer: string;
  readonly run: (values: Values<Schema>, context: ActionContext) => Performed;
}

/** `action('Hangup', 'Hangs up a channel.', { classes: ['call'], parameters: {…}, answer: '…', run: … })` */
export function action<Schema extends ParameterSchema>(
  name: string,
  description: string,
  options: ActionOptions<Schema>,
): ActionRow {
  const { classes = [], since = firstVersion, isOpen = false, parameters, answer, run } = options;
  return {
    name,
    description,
    classes,
    since,
    isOpen,
    parameters,
    answer,
    run: (context) => {
      const read = readParameters(parameters, context.message);
      return 'problem' in read ? failure(read.problem) : run(read.value, context);
    },
  };
}
