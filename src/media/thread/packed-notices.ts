import type { LegId } from '../../shared/ids';
import type { MediaNotice } from '../protocol';

/**
 * Notices on their way to the main thread, packed for the same reason as commands: the one that every call waits for goes
 * as its word and the values behind it, all others as they are.
 */
export type PackedNotices = readonly PackedValue[];

type PackedValue = string | number | MediaNotice;

/** All of them in their order. Undone by `readNotices`. */
export function packNotices(notices: readonly MediaNotice[]): PackedNotices {
  const values: PackedValue[] = [];
  for (const notice of notices) {
    if (notice.tell === 'leg-opened') values.push(notice.tell, notice.leg, notice.local.host, notice.local.port);
    else values.push(notice);
  }
  return values;
}

export function readNotices(values: PackedNotices, hear: (notice: MediaNotice) => void): void {
  for (let at = 0; at < values.length; at += 1) {
    const first = values[at];
    if (first !== 'leg-opened') hear(first as MediaNotice);
    else {
      const [leg, host, port] = [values[at + 1] as LegId, values[at + 2] as string, values[at + 3] as number];
      hear({ tell: 'leg-opened', leg, local: { host, port } });
      at += 3;
    }
  }
}
