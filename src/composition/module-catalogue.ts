import { moduleNames } from '../../generated/versions';
import type { Module, ModuleDefinition } from '../modules/module';
import { declareModules } from '../modules/module';

export interface CatalogueHooks {
  /** Reads the configuration again and puts the doors' part of it in force. */
  readonly reloadInterface: () => void;
  /** Reads the dialplan and its `[globals]` again. */
  readonly reloadDialplan: () => void;
  /** Lets the server open sockets by itself, or no longer. */
  readonly allowOutbound: (allowed: boolean) => void;
}

const nothing = (): void => undefined;

/** The modules this server has. */
export function moduleCatalogue(hooks: CatalogueHooks): readonly Module[] {
  const { reloadInterface, reloadDialplan, allowOutbound } = hooks;
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
  });
}

function core<Dependency extends string = never>(
  description: string,
  ...dependsOn: readonly Dependency[]
): ModuleDefinition<Dependency> {
  return { description, supportLevel: 'core', dependsOn, start: nothing, stop: nothing };
}
