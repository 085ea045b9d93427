import { threadId } from 'node:worker_threads';

/** The final properties of an unfinished file, as encoded in its name. */
export interface Unfinished {
  /** The last part of its path. */
  readonly name: string;
  readonly channels: 1 | 2;
  /** Whether it continues an existing file of that name. */
  readonly appends: boolean;
}

/** Maximum length of a path component, in bytes. */
const longestName = 255;
const ending = '.part';
const pattern = /^\.patchbay-(\d+)-(\d+)-\d+(?:-([12])(a?)-(.+))?\.part$/s;
let count = 0;

/**
 * A hidden name for an unfinished file, unique among threads and processes. It encodes the final properties of the
 * file, if given, for the recovery after a crash.
 */
export function unfinishedName(will?: Unfinished): string {
  count += 1;
  const start = `.patchbay-${process.pid}-${threadId}-${count}`;
  if (will === undefined) return `${start}${ending}`;
  const marked = `${start}-${will.channels}${will.appends ? 'a' : ''}-`;
  return `${marked}${shortened(will.name, longestName - marked.length - ending.length)}${ending}`;
}

/** The process and the thread that wrote the file, and its final properties. Undefined for any other name. */
export function readUnfinishedName(
  name: string,
): { readonly writer: number; readonly thread: number; readonly will: Unfinished | undefined } | undefined {
  const [, writer, thread, channels, appends, final] = pattern.exec(name) ?? [];
  if (writer === undefined) return undefined;
  const will =
    final === undefined
      ? undefined
      : { name: final, channels: channels === '2' ? (2 as const) : (1 as const), appends: appends === 'a' };
  return { writer: Number(writer), thread: Number(thread), will };
}

/** Whether there is such a process. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code === 'EPERM';
  }
}

/** Shortens a name that is too long with its prefix, at the end of its first part. */
function shortened(name: string, maxBytes: number): string {
  const dot = name.lastIndexOf('.');
  const extension = dot < 1 ? '' : name.slice(dot);
  let base = dot < 1 ? name : name.slice(0, dot);
  while (Buffer.byteLength(base + extension) > maxBytes) base = [...base].slice(0, -1).join('');
  return base + extension;
}
