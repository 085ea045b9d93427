import { createHash } from 'node:crypto';

/** Makes ids that look random and are the same in every run with the same seed. */
export function seededIds(seed: string | number): () => string {
  let made = 0;
  return () => {
    made += 1;
    const hex = createHash('sha256').update(`${seed}:${made}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
