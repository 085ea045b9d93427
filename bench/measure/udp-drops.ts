import { readFileSync } from 'node:fs';

/** Datagrams that found no room in the sockets of these ports so far; undefined where the system does not tell. */
export function droppedDatagrams(ports: readonly number[]): number | undefined {
  return readDropped(readTable(), ports);
}

/** From the text of /proc/net/udp; undefined for another text. */
export function readDropped(text: string, ports: readonly number[]): number | undefined {
  const [head = '', ...rows] = text.trim().split('\n');
  if (!head.trimEnd().endsWith('drops')) return undefined;
  return rows.reduce((sum, row) => {
    const columns = row.trim().split(/\s+/);
    // The local address as address:port, in hexadecimal digits.
    const port = parseInt(columns[1]?.split(':')[1] ?? '', 16);
    return ports.includes(port) ? sum + Number(columns.at(-1)) : sum;
  }, 0);
}

function readTable(): string {
  try {
    return readFileSync('/proc/net/udp', 'utf8');
  } catch {
    return '';
  }
}
