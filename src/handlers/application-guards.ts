import { ModuleMissingError } from '../contract/not-served';
import type { Sessions } from '../stasis/sessions';

/** Throws when no channel can be brought into an application at present. */
export function needsApplications({ missingModule }: Pick<Sessions, 'missingModule'>): void {
  if (missingModule !== undefined) throw new ModuleMissingError('a channel in an application', missingModule);
}
