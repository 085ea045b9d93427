import { moduleNames } from '../../generated/versions';
import type { Module, ModuleDefinition } from '../modules/module';
import { declareModules } from '../modules/module';

export interface CatalogueHooks {
  /** Reads the configuration again and puts the doors' part of it in force. */
  readonly reloadInterface: () => void;
  /** Reads the dialplan and its `[globals]` again. */
  readonly reloadDialplan: () => void;
  /** Reads music classes, tone zones or the rules for sounds of web servers again. */
  readonly reloadMedia: (part: 'music' | 'tones' | 'remote') => void;
  /** Lets the server open sockets by itself, or no longer. */
  readonly allowOutbound: (allowed: boolean) => void;
}

const nothing = (): void => undefined;

/** The modules this server has. */
export function moduleCatalogue(hooks: CatalogueHooks): readonly Module[] {
  const { reloadInterface, reloadDialplan, reloadMedia, allowOutbound } = hooks;
  return declareModules(moduleNames, {
    res_stasis: core('Applications and their subscriptions'),
    res_ari: { ...core('The call-control interface', 'res_stasis'), reload: reloadInterface },
    res_http_websocket: core('Websockets on the HTTP listener', 'res_ari'),
    res_websocket_client: {
      ...core('Websockets that the server opens itself'),
      start: () => allowOutbound(true),
      stop: () => allowOutbound(false),
      reload: reloadInterface,
    },
    res_stasis_device_state: core('Device states kept by applications', 'res_stasis'),
    res_stasis_mailbox: core('Mailboxes kept by applications', 'res_stasis'),
    pbx_config: { ...core('Dialplan and global variables from extensions.conf'), reload: reloadDialplan },
    res_stasis_answer: core('Answering channels from applications', 'res_stasis'),
    res_stasis_broadcast: core('Broadcasting calls to applications that may claim them', 'res_stasis'),
    res_stasis_playback: core('Playback on channels and bridges', 'res_stasis'),
    res_stasis_recording: core('Recording of channels and bridges', 'res_stasis'),
    res_stasis_snoop: core('Snooping on channels', 'res_stasis'),
    res_musiconhold: { ...core('Music on hold from musiconhold.conf'), reload: () => reloadMedia('music') },
    res_indications: { ...core('Tones of countries from indications.conf'), reload: () => reloadMedia('tones') },
    res_http_media_cache: {
      ...core('Sounds from web servers, as http_media_cache.conf allows'),
      reload: () => reloadMedia('remote'),
    },
  });
}

function core<Dependency extends string = never>(
  description: string,
  ...dependsOn: readonly Dependency[]
): ModuleDefinition<Dependency> {
  return { description, supportLevel: 'core', dependsOn, start: nothing, stop: nothing };
}
