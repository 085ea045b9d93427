#!/usr/bin/env node
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { interfaceVersion } from '../generated/versions';
import { makeHost } from './server/host';
import { projectRoot } from './shared/project-root';

const usage = `usage: patchbay serve [--port N] [--bind ADDRESS]

  --port N         port to listen on (default 8088, or PATCHBAY_PORT; 0 takes any free one)
  --bind ADDRESS   address to listen on (default 127.0.0.1, or PATCHBAY_BIND)
`;

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  if (command !== 'serve') {
    process.stderr.write(usage);
    return command === undefined || command === '--help' || command === 'help' ? 0 : 2;
  }
  const { values } = parseArgs({ args: rest, options: { port: { type: 'string' }, bind: { type: 'string' } } });
  const port = Number(values.port ?? process.env['PATCHBAY_PORT'] ?? 8088);
  const bind = values.bind ?? process.env['PATCHBAY_BIND'] ?? '127.0.0.1';
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port cannot be '${values.port ?? ''}': give a number from 0 to 65535`);
  await serve(port, bind);
  return 0;
}

/** Listens until the process is asked to stop. */
async function serve(port: number, bind: string): Promise<void> {
  const server = createServer(makeHost({ projectFolder: projectRoot() }));
  await listening(server, port, bind);
  const { address, port: taken, family } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  process.stdout.write(`Patchbay, interface ${interfaceVersion}: http://${host}:${taken}/docs/ (stop with Ctrl-C)\n`);
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function listening(server: Server, port: number, bind: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, bind, resolve);
  });
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`patchbay: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
