import { managerClasses } from '../../config/files/interfaces/manager-classes';
import type { EngineEvent } from '../../engine/engine-event';
import { writeField, writeFields } from '../protocol/write-fields';
import { bridgeBlock, channelBlock } from './blocks';
import { agiEvents } from './agi-events';
import { bridgeEvents, dialEvents } from './call-events';
import { channelEvents } from './channel-events';
import type { EventRow, Part } from './event-row';
import type { EventSources } from './event-sources';
import type { OwnEvent } from './own-event';
import { ownEvents } from './own-events';
import { sideEvents } from './side-events';
import { mediaEvents, stateEvents } from './state-events';
import { transferEvents } from './transfer-events';

/** Whatever can become an event of the interface. */
export type SourceEvent = EngineEvent | OwnEvent;

/**
 * The events of the manager interface. An event that is added to the engine does not compile until it has an entry here:
 * the events that readers receive, or the reason why there are none.
 */
export const eventTable = {
  ...channelEvents,
  ...dialEvents,
  ...bridgeEvents,
  ...transferEvents,
  ...stateEvents,
  ...mediaEvents,
  ...sideEvents,
  ...ownEvents,
  ...agiEvents,
} satisfies EventSources<SourceEvent>;

/** A row with what can be prepared: the bit of its class and the beginning of its text. */
export interface PreparedRow {
  readonly row: EventRow<SourceEvent>;
  readonly bit: number;
  readonly head: string;
}

const noRows: readonly PreparedRow[] = [];
const prepared = new Map<string, readonly PreparedRow[]>(
  // A row is only ever given events of its own type.
  Object.entries(eventTable as EventSources<SourceEvent>).flatMap(([type, entry]) =>
    'unshown' in entry ? [] : [[type, (entry as readonly EventRow<SourceEvent>[]).map(prepare)] as const],
  ),
);

function prepare(row: EventRow<SourceEvent>): PreparedRow {
  return { row, bit: managerClasses[row.class], head: `Event: ${row.name}\r\nPrivilege: ${row.class},all\r\n` };
}

/** The rows of an event. */
export function rowsOf(type: SourceEvent['type']): readonly PreparedRow[] {
  return prepared.get(type) ?? noRows;
}

/** All rows, in the order of the table. */
export function allRows(): readonly EventRow<SourceEvent>[] {
  return [...prepared.values()].flatMap((rows) => rows.map(({ row }) => row));
}

/** The text of an event as readers get it, closed by an empty line; `timestamp` adds the time at which it happened. */
export function writeEvent({ row, head }: PreparedRow, event: SourceEvent, timestamp: boolean): string {
  let text = timestamp ? `${head}Timestamp: ${(event.at / 1000).toFixed(6)}\r\n` : head;
  for (const part of row.parts) text += writePart(part, event);
  return `${text}\r\n`;
}

function writePart(part: Part<SourceEvent>, event: SourceEvent): string {
  switch (part.kind) {
    case 'channel': {
      const snapshot = part.of(event);
      return snapshot === undefined ? '' : channelBlock(snapshot, part.prefix);
    }
    case 'bridge': {
      const snapshot = part.of(event);
      return snapshot === undefined ? '' : bridgeBlock(snapshot, part.prefix);
    }
    case 'field':
      return writeField(part.name, part.of(event));
    case 'fields':
      return writeFields(part.of(event));
  }
}
