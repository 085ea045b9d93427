import { randomBytes } from 'node:crypto';
import type { Bucket } from '../cluster-link';

/** A secret that all nodes have. The first one that asks for it makes it; it stays as long as the cluster. */
export async function sharedSecret(bucket: Bucket, name: string, size: number): Promise<Buffer> {
  for (;;) {
    const known = (await bucket.get(name))?.value;
    if (known !== undefined) return Buffer.from(known, 'hex');
    const made = randomBytes(size);
    // Otherwise another node has made it at the same moment.
    if ((await bucket.putIf(name, made.toString('hex'), 0)) !== undefined) return made;
  }
}
