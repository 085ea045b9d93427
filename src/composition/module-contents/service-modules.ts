import { defineModule, together } from './define-module';
import { reloadInterface } from './interface-modules';

/** Modules that serve clients, and those that read configuration files for calls. */
export const serviceModules = {
  pbx_config: defineModule('Text Extension Configuration', {
    serve: ({ configuration, calls }) => {
      calls.plan.plan.replace(configuration.read().dialplan);
      return () => calls.plan.plan.clear();
    },
    reload: ({ configuration, calls, engine }) => {
      const { config, dialplan } = configuration.read();
      calls.plan.plan.replace(dialplan);
      engine.variables.reconfigure(config.globals);
    },
  }),
  res_agi: defineModule('Asterisk Gateway Interface (AGI)', { applications: ['AGI', 'DeadAGI', 'EAGI'] }),
  res_http_media_cache: defineModule('HTTP Media Cache Backend', {
    serve: ({ configuration, media }) => {
      media.reread.remote(configuration.read().config);
      return () => media.reread.remote(undefined);
    },
    reload: ({ configuration, media }) => media.reread.remote(configuration.read().config),
  }),
  res_http_websocket: defineModule('HTTP WebSocket Support', { dependsOn: ['http'] }),
  res_musiconhold: defineModule('Music On Hold Resource', {
    applications: ['MusicOnHold', 'StartMusicOnHold', 'StopMusicOnHold'],
    serve: ({ configuration, media }) => {
      media.reread.music(configuration.read().config);
      return () => media.reread.music(undefined);
    },
    reload: ({ configuration, media }) => media.reread.music(configuration.read().config),
  }),
  res_mwi_external: defineModule('Core external MWI resource', {}),
  res_mwi_devstate: defineModule('MWI Device State Subscriptions', {
    dependsOn: ['res_mwi_external'],
    serve: ({ engine: { devices, mailboxes } }) => together(mailboxes.serveDevices(), devices.addProvider(mailboxes)),
  }),
  res_sorcery_astdb: defineModule('Sorcery Astdb Object Wizard', { objectStores: ['astdb', 'database'] }),
  res_sorcery_config: defineModule('Sorcery Configuration File Object Wizard', { objectStores: ['config'] }),
  res_sorcery_memory: defineModule('Sorcery In-Memory Object Wizard', { objectStores: ['memory'] }),
  res_websocket_client: defineModule('WebSocket Client Support', {
    serve: ({ calls, doors }) => together(calls.callSockets.provide(doors.openForCall), doors.connectOutbound()),
    reload: reloadInterface,
  }),
};
