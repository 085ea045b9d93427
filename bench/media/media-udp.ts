import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import type { UdpAnswer, UdpCosts } from './media-udp-side';
import type { BenchOptions } from '../options';
import { fromSource } from '../processes/node-command';
import { cells, fixed, say } from '../report';

const rows = [2, 10, 50].map((size) => ({ name: `udp bridges of ${size}`, size }));
const legs = 100;
const settling = 2;
const tickLength = 20;
const payloadLength = 160;

/** What a leg costs that sends and receives packets by real sockets: the whole media process, system calls included. */
export async function benchUdp({ seconds, only, profileFolder }: BenchOptions): Promise<void> {
  const chosen = rows.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) return;
  say(`\n${cells(['', 'CPU µs per leg', 'ticks missed', 'heard of all'])}`);
  for (const { name, size } of chosen) say(await line(name, { size, seconds, profileFolder }));
}

interface UdpRow {
  readonly size: number;
  readonly seconds: number;
  readonly profileFolder: string | undefined;
}

async function line(name: string, { size, seconds, profileFolder }: UdpRow): Promise<string> {
  const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const { program, args } = fromSource(join(__dirname, 'media-udp-side.ts'));
  const side = spawn(program, [...profiling, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const callers = await Callers.open(legs);
  try {
    const { ports } = (await ask(side, { size, ports: callers.ports })) as { readonly ports: readonly number[] };
    callers.speak(ports);
    await ask(side, settling);
    callers.count();
    const { cpu, elapsed, ticks, missed } = (await ask(side, seconds)) as UdpCosts;
    // By the clock of those who call: ticks that are left out on a busy machine do not make packets dearer.
    return cells([
      name,
      fixed((cpu * tickLength) / elapsed / legs, 1),
      `${missed} of ${ticks}`,
      fixed(callers.count(), 3),
    ]);
  } finally {
    callers.close();
    side.disconnect();
    await once(side, 'exit');
  }
}

async function ask(side: ChildProcess, question: object | number): Promise<UdpAnswer> {
  const answer = once(side, 'message');
  side.send(question);
  const [told] = (await Promise.race([
    answer,
    once(side, 'exit').then(() => Promise.reject(new Error('the media process has ended'))),
  ])) as [UdpAnswer];
  return told;
}

/** Those who call: each sends a packet every 20 ms, all in one go, and counts what comes. */
class Callers {
  #heard = 0;
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(private readonly sockets: readonly Socket[]) {
    for (const socket of sockets) socket.on('message', () => (this.#heard += 1));
  }

  static async open(count: number): Promise<Callers> {
    const sockets = Array.from({ length: count }, () => createSocket('udp4'));
    for (const socket of sockets) {
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
    }
    return new Callers(sockets);
  }

  get ports(): readonly number[] {
    return this.sockets.map((socket) => socket.address().port);
  }

  speak(to: readonly number[]): void {
    const packets = this.sockets.map((_, index) => noisePacket(index));
    let nextAt = performance.now();
    let count = 0;
    this.#timer = setInterval(() => {
      while (performance.now() >= nextAt) {
        nextAt += 20;
        count += 1;
        for (const [index, socket] of this.sockets.entries()) {
          const packet = packets[index] ?? Buffer.alloc(0);
          packet.writeUInt16BE(count & 0xffff, 2);
          packet.writeUInt32BE((count * payloadLength) >>> 0, 4);
          // A copy: it is sent in a later turn.
          socket.send(Buffer.from(packet), to[index], '127.0.0.1');
          this.#sent += 1;
        }
      }
    }, 5);
  }

  /** Packets that came for each one that was sent, since it was last asked. */
  count(): number {
    const share = this.#heard / this.#sent;
    this.#heard = 0;
    this.#sent = 0;
    return share;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.sockets) socket.close();
  }
}

/** µ-law that is different for every leg, and never silent. */
function noisePacket(seed: number): Buffer {
  const packet = Buffer.alloc(12 + payloadLength);
  packet[0] = 0x80;
  packet.writeUInt32BE(seed + 1, 8);
  for (let at = 12; at < packet.length; at += 1) packet[at] = ((seed * 31 + at * 7) % 96) + 16;
  return packet;
}
