import { compareVersions } from '../shared/text/version';
import { actionTable } from './actions/action-table';
import { allRows } from './events/event-table';

/** The version of the manager interface: the highest that an action, an event or a field of the tables names. */
export const managerVersion: string = [
  ...actionTable.map(({ since }) => since),
  ...allRows().flatMap(({ since, parts }) => [
    since,
    ...parts.flatMap((part) => (part.kind === 'field' && part.since !== undefined ? [part.since] : [])),
  ]),
].reduce((highest, since) => (compareVersions(since, highest) > 0 ? since : highest));
