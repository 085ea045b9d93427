import { moduleNames } from '../../generated/versions';
import type { Module, ModuleDefinition } from '../modules/module';
import { declareModules } from '../modules/module';

export interface CatalogueHooks {
  /** Reads the configuration again and puts the doors' part of it in force. */
  readonly reloadInterface: () => void;
  /** Reads `[globals]` again. */
  readonly reloadGlobals: () => void;
}

const nothing = (): void => undefined;

/** The modules this server has. What needs calls says so when it is started, until there are calls. */
export function moduleCatalogue({ reloadInterface, reloadGlobals }: CatalogueHooks): readonly Module[] {
  return declareModules(moduleNames, {
    res_stasis: core('Applications and their subscriptions'),
    res_ari: { ...core('The call-control interface', 'res_stasis'), reload: reloadInterface },
    res_http_websocket: core('Websockets on the HTTP listener', 'res_ari'),
    res_websocket_client: core('Websockets that the server opens itself'),
    res_stasis_device_state: core('Device states kept by applications', 'res_stasis'),
    res_stasis_mailbox: core('Mailboxes kept by applications', 'res_stasis'),
    pbx_config: { ...core('Dialplan and global variables from extensions.conf'), reload: reloadGlobals },
    res_stasis_answer: needsCalls('Answering channels from applications'),
    res_stasis_broadcast: needsCalls('Broadcasting calls to applications that may claim them'),
    res_stasis_playback: needsCalls('Playback on channels and bridges'),
    res_stasis_recording: needsCalls('Recording of channels and bridges'),
    res_stasis_snoop: needsCalls('Snooping on channels'),
  });
}

function core<Dependency extends string = never>(
  description: string,
  ...dependsOn: readonly Dependency[]
): ModuleDefinition<Dependency> {
  return { description, supportLevel: 'core', dependsOn, start: nothing, stop: nothing };
}

function needsCalls(description: string): ModuleDefinition<'res_stasis'> {
  const start = (): void => {
    throw new Error('this release of the server has no calls yet');
  };
  return { ...core(description, 'res_stasis'), start };
}
