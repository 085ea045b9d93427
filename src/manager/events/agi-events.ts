import type { EventSources } from './event-sources';
import { channel, field, row } from './event-row';
import type { OwnEvent } from './own-event';

type AgiEvent = Extract<OwnEvent, { readonly type: 'async-agi-started' | 'async-agi-executed' | 'async-agi-ended' }>;

const subject = channel<AgiEvent>((event) => event.channel);

/** Calls that wait in `AGI(agi:async)` for commands of the action AGI. Texts of several lines are percent-encoded. */
export const agiEvents = {
  'async-agi-started': [
    row(['AsyncAGIStart', 'agi'], 'A channel waits for commands of the action AGI.', {
      parts: [
        subject,
        field(['Env', 'What every AGI program is told first, percent-encoded.'], ({ environment }) =>
          encodeURIComponent(environment),
        ),
      ],
    }),
  ],
  'async-agi-executed': [
    row(['AsyncAGIExec', 'agi'], 'A command of the action AGI was carried out.', {
      parts: [
        subject,
        field(['CommandID', 'That of the action, where it had one.'], ({ commandId }) => commandId || undefined),
        field(['Result', 'The answer to the command, percent-encoded.'], ({ result }) => encodeURIComponent(result)),
      ],
    }),
  ],
  'async-agi-ended': [
    row(['AsyncAGIEnd', 'agi'], 'A channel no longer waits for commands of the action AGI.', { parts: [subject] }),
  ],
} satisfies EventSources<AgiEvent>;
