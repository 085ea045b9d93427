import { everyClass, isManagerClass, managerClasses } from '../../config/files/interfaces/manager-classes';

/**
 * Which events a client wants: `on` and `off`, a number of bits, or names of classes. Undefined when it says none of
 * them.
 */
export function readEventMask(text: string): number | undefined {
  const given = text.trim().toLowerCase();
  if (['on', 'yes', 'true', 'y', 't', 'all', '-1'].includes(given)) return everyClass;
  if (['off', 'no', 'false', 'n', 'f', 'none'].includes(given)) return 0;
  if (/^\d+$/.test(given)) return Number(given) & everyClass;
  const words = given.split(',').map((word) => word.trim());
  const known = words.filter(isManagerClass);
  return known.length === 0 ? undefined : known.reduce((bits, word) => bits | managerClasses[word], 0);
}
