import { defineModule } from './define-module';

/** Modules of applications of clients. */
export const stasisModules = {
  app_stasis: defineModule('Stasis dialplan application', { applications: ['Stasis'], dependsOn: ['res_stasis'] }),
  app_stasis_broadcast: defineModule('Stasis application broadcast', {
    applications: ['StasisBroadcast'],
    dependsOn: ['res_stasis_broadcast'],
  }),
  res_stasis: defineModule('Stasis application support', {}),
  res_stasis_answer: defineModule('Stasis application answer support', { dependsOn: ['res_stasis'] }),
  res_stasis_broadcast: defineModule('Stasis application broadcast', { dependsOn: ['res_stasis'] }),
  res_stasis_device_state: defineModule('Stasis application device state support', {
    dependsOn: ['res_stasis'],
    serve: ({ engine }) => engine.devices.serveOwn(),
  }),
  res_stasis_mailbox: defineModule('Stasis application mailbox support', {
    dependsOn: ['res_stasis', 'res_mwi_external'],
  }),
  res_stasis_playback: defineModule('Stasis application playback support', { dependsOn: ['res_stasis'] }),
  res_stasis_recording: defineModule('Stasis application recording support', { dependsOn: ['res_stasis'] }),
  res_stasis_snoop: defineModule('Stasis application snoop support', { dependsOn: ['res_stasis'] }),
};
