import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** How many UDP sockets a process has open, as the system counts them. */
export function udpSocketsOf(pid: number | undefined): number {
  const inodes = new Set(
    ['udp', 'udp6'].flatMap((table) =>
      readFileSync(`/proc/net/${table}`, 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/)[9]),
    ),
  );
  const folder = `/proc/${pid}/fd`;
  const inodeOf = (name: string): string | undefined => /^socket:\[(\d+)\]$/.exec(linkAt(`${folder}/${name}`))?.[1];
  // Files have no inode of a socket, and neither has the empty line at the end of a table.
  return readdirSync(folder).filter((name) => inodeOf(name) !== undefined && inodes.has(inodeOf(name))).length;
}

/** It may be closed while it is looked at. */
function linkAt(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
