import type { JsonObject } from '../contract/json';
import { assignmentsOf } from './assignments';

/** The `variables` of a message as texts. */
export function variableTexts(variables?: JsonObject): ReadonlyMap<string, string> {
  return new Map(assignmentsOf(variables).map(({ name, value = '' }) => [name, value]));
}
