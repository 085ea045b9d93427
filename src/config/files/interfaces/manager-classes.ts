/**
 * The classes of the manager interface, with their bits: `read` of a user says which events it receives, `write` which
 * actions it may use.
 */
export const managerClasses = {
  system: 1 << 0,
  call: 1 << 1,
  log: 1 << 2,
  verbose: 1 << 3,
  command: 1 << 4,
  agent: 1 << 5,
  user: 1 << 6,
  config: 1 << 7,
  dtmf: 1 << 8,
  reporting: 1 << 9,
  cdr: 1 << 10,
  dialplan: 1 << 11,
  originate: 1 << 12,
  agi: 1 << 13,
  cc: 1 << 15,
  aoc: 1 << 16,
  test: 1 << 17,
  security: 1 << 18,
  message: 1 << 30,
} as const;

export type ManagerClass = keyof typeof managerClasses;

export const managerClassNames = Object.keys(managerClasses) as readonly ManagerClass[];

/** The bits of all classes. */
export const everyClass = managerClassNames.reduce((bits, name) => bits | managerClasses[name], 0);

export function isManagerClass(word: string): word is ManagerClass {
  return Object.hasOwn(managerClasses, word);
}
