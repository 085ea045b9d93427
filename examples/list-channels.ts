// Run it with: npx tsx examples/list-channels.ts
// Prints the channels of a server, one per line.
// It logs in as the user of the shipped configuration; PATCHBAY_URL, PATCHBAY_USER and PATCHBAY_PASSWORD say otherwise.
import { createClient } from '../generated/client';

async function main(): Promise<void> {
  const client = createClient({
    url: process.env['PATCHBAY_URL'] ?? 'http://127.0.0.1:8088',
    user: process.env['PATCHBAY_USER'] ?? 'demo',
    password: process.env['PATCHBAY_PASSWORD'] ?? 'patchbay-demo',
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
