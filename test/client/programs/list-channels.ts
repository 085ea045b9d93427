// Prints the channels of a server, one per line, and ends.
import { createClient } from '../../../generated/client';

async function main(): Promise<void> {
  const client = createClient({
    url: process.env['PATCHBAY_URL'] ?? '',
    user: 'demo',
    password: 'patchbay-demo',
  });
  try {
    for (const { id, name, state } of await client.channels.list()) process.stdout.write(`${id}  ${name}  ${state}\n`);
  } finally {
    await client.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
