import type { ManagerClass } from '../../config/files/interfaces/manager-classes';

/** Applications that run programs, or any application that they are given. */
const running = [
  ...['system', 'trysystem', 'agi', 'eagi', 'deadagi', 'externalivr', 'mixmonitor', 'monitor'],
  ...['exec', 'execif', 'tryexec', 'originate'],
];
/** Applications that place calls, or any application that they are given. */
const calling = ['originate', 'dial', 'retrydial', 'page', 'followme', 'queue', 'exec', 'execif', 'tryexec'];

/** Classes of actions that a client needs, all of them, to run an application on a channel. */
export function classesOfApplication(name: string): readonly ManagerClass[] {
  const given = name.toLowerCase();
  return [
    ...(running.includes(given) ? (['system'] as const) : []),
    ...(calling.includes(given) ? (['originate'] as const) : []),
  ];
}
