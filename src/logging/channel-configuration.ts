import type { LogChannelConfig } from '../config/server-config';
import { chooseLevels } from './log-levels';
import type { LevelSelection } from './log-levels';

export type LogFormat = LogChannelConfig['format'];

export type ReadConfiguration =
  | { readonly outcome: 'read'; readonly format: LogFormat; readonly selection: LevelSelection }
  | ConfigurationFailure;

export type ConfigurationFailure =
  | { readonly outcome: 'no-levels' }
  | { readonly outcome: 'unknown-level'; readonly level: string; readonly known: readonly string[] }
  | { readonly outcome: 'unknown-format'; readonly format: string; readonly known: readonly LogFormat[] };

const formats: readonly LogFormat[] = ['default', 'plain', 'json'];

/** Reads `[json]notice,warning`: an optional format, then levels separated by commas. */
export function readChannelConfiguration(text: string, known: readonly string[]): ReadConfiguration {
  const [, prefix, rest = text] = /^\s*\[([^\]]*)\](.*)$/s.exec(text) ?? [];
  const wanted = prefix?.trim().toLowerCase() ?? 'default';
  const format = formats.find((name) => name === wanted);
  if (format === undefined) return { outcome: 'unknown-format', format: wanted.slice(0, 64), known: formats };
  const names = rest.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
  if (names.length === 0) return { outcome: 'no-levels' };
  const choice = chooseLevels(names, known);
  return choice.outcome === 'chosen' ? { outcome: 'read', format, selection: choice.selection } : choice;
}
