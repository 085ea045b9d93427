import type { AsteriskInfo, AsteriskPing } from '../../../generated/models';
import type { ServerInfo } from '../../engine/server-info';
import { wireTime } from '../../shared/time/timestamp';

export type Section = keyof AsteriskInfo;
export const sections: readonly Section[] = ['build', 'system', 'config', 'status'];

/** The requested sections, in the conventional order. */
export function presentServerInfo(info: ServerInfo, wanted: readonly Section[]): AsteriskInfo {
  return Object.fromEntries(
    sections.filter((section) => wanted.includes(section)).map((section) => [section, present[section](info)]),
  );
}

export function presentPing(info: ServerInfo): AsteriskPing {
  const { at, entityId } = info.ping();
  return { ping: 'pong', timestamp: wireTime(at), asterisk_id: entityId };
}

const present: { readonly [Name in Section]: (info: ServerInfo) => Required<AsteriskInfo>[Name] } = {
  build: ({ build }) => build,
  system: ({ system: { version, entityId } }) => ({ version, entity_id: entityId }),
  config: ({ config }) => ({
    name: config.systemName,
    default_language: config.defaultLanguage,
    ...(config.maxCalls === undefined ? {} : { max_channels: config.maxCalls }),
    ...(config.maxFiles === undefined ? {} : { max_open_files: config.maxFiles }),
    ...(config.maxLoad === undefined ? {} : { max_load: config.maxLoad }),
    setid: { user: config.runUser, group: config.runGroup },
  }),
  status: ({ status: { startedAt, reloadedAt } }) => ({
    startup_time: wireTime(startedAt),
    last_reload_time: wireTime(reloadedAt),
  }),
};
