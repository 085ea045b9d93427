import type { ContentModule } from './define-module';
import { defineModule } from './define-module';
import type { ServerParts } from './server-parts';

/** Reads the configuration of the interface again and puts it in force. */
export function reloadInterface({ configuration, objects, doors }: ServerParts): void {
  const { config } = configuration.read();
  objects.takeFiles(config);
  doors.reconfigure(config);
}

/** The REST interface. Each resource has its own module; without it, its paths do not exist. */
export const interfaceModules = {
  res_ari: defineModule('Asterisk RESTful Interface', {
    dependsOn: ['http', 'res_ari_model', 'res_stasis'],
    serve: ({ doors }) => doors.serveInterface(),
    reload: reloadInterface,
  }),
  res_ari_model: defineModule('ARI Model validators', {}),
  res_ari_applications: resource('Stasis application resources', 'applications'),
  res_ari_asterisk: resource('Asterisk resources', 'server'),
  res_ari_bridges: resource('Bridge resources', 'bridges'),
  res_ari_channels: resource('Channel resources', 'channels'),
  res_ari_cluster: resource('Cluster resources', 'cluster'),
  res_ari_device_states: resource('Device state resources', 'deviceStates'),
  res_ari_endpoints: resource('Endpoint resources', 'endpoints'),
  res_ari_events: resource('WebSocket resource', 'events'),
  res_ari_mailboxes: resource('Mailboxes resources', 'mailboxes'),
  res_ari_phones: defineModule('RESTful API module - Phone resources', {
    dependsOn: ['res_ari', 'chan_phone'],
    resources: ['phones'],
  }),
  res_ari_playbacks: resource('Playback control resources', 'playbacks'),
  res_ari_recordings: resource('Recording resources', 'recordings'),
  res_ari_sounds: resource('Sound resources', 'sounds'),
};

function resource(title: string, name: string): ContentModule<'res_ari'> {
  return defineModule(`RESTful API module - ${title}`, { dependsOn: ['res_ari'], resources: [name] });
}
