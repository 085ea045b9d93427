import type { StoredField } from '../../src/storage/object-store';

export const objectType = 'res_test/thing';
export const ids = ['one', 'two', 'three', 'four'];

/** Enough to fill several pages, so that a write has many moments to be interrupted at. */
const fieldsPerObject = 60;
const lengths = [10, 400, 2000];

/**
 * What the object holds after a step; undefined where the step deletes it. Every field names its step, so that fields
 * of two steps in one object give away a write that was done by halves.
 */
export function fieldsAfter(step: number): readonly StoredField[] | undefined {
  if (step % 5 === 0) return undefined;
  const padding = '.'.repeat(lengths[step % lengths.length] ?? 0);
  return Array.from({ length: fieldsPerObject }, (_, index) => ({
    attribute: `field${index}`,
    value: `${step}${padding}`,
  }));
}
