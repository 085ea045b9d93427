import { defineModule, together } from './define-module';
import type { ServerParts } from './server-parts';

/** Reads the configuration of the interface again and puts it in force. */
function reloadInterface({ configuration, objects, doors }: ServerParts): void {
  const { config } = configuration.read();
  objects.takeFiles(config);
  doors.reconfigure(config);
}

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
  res_ari: defineModule('RESTful Interface', { dependsOn: ['res_stasis'], reload: reloadInterface }),
  res_http_media_cache: defineModule('HTTP Media Cache Backend', {
    reload: ({ configuration, media }) => media.reread.remote(configuration.read().config),
  }),
  res_http_websocket: defineModule('HTTP WebSocket Support', { dependsOn: ['res_ari'] }),
  res_indications: defineModule('Indication Tone Handling', {
    reload: ({ configuration, media }) => media.reread.tones(configuration.read().config),
  }),
  res_musiconhold: defineModule('Music On Hold Resource', {
    applications: ['MusicOnHold', 'StartMusicOnHold', 'StopMusicOnHold'],
    reload: ({ configuration, media }) => media.reread.music(configuration.read().config),
  }),
  res_websocket_client: defineModule('WebSocket Client Support', {
    serve: ({ calls, doors }) => together(calls.callSockets.provide(doors.openForCall), doors.connectOutbound()),
    reload: reloadInterface,
  }),
  features: defineModule('Call Features', { isBuiltIn: true, applications: ['Bridge'] }),
};
