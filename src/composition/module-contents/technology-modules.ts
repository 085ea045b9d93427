import { defineModule } from './define-module';

/** Modules that bring technologies of channels. Local channels are part of every server. */
export const technologyModules = {
  chan_audiosocket: defineModule('AudioSocket Channel', {
    technologies: ['AudioSocket'],
    dependsOn: ['res_audiosocket'],
  }),
  chan_phone: defineModule('Simulated phones', {
    technologies: ['Phone'],
    reload: ({ configuration, phones }) => phones.reconfigure(configuration.read().config),
  }),
  chan_pjsip: defineModule('PJSIP Channel Driver', {
    technologies: ['PJSIP'],
    applications: ['PJSIPHangup'],
    functions: ['PJSIP_DIAL_CONTACTS', 'PJSIP_MEDIA_OFFER', 'PJSIP_PARSE_URI', 'PJSIP_TRANSFER_HANDLING'],
    dependsOn: ['res_pjsip', 'res_pjsip_session', 'res_rtp_asterisk'],
  }),
  chan_rtp: defineModule('RTP Media Channel', { technologies: ['UnicastRTP'], dependsOn: ['res_rtp_asterisk'] }),
  chan_websocket: defineModule('Websocket Media Channel', { technologies: ['WebSocket'] }),
  res_audiosocket: defineModule('AudioSocket support', {}),
  res_pjsip: defineModule('Basic SIP resource', {
    reload: async ({ configuration, objects, sip }) => {
      const { config } = configuration.read();
      objects.takeFiles(config);
      await sip.reconfigure(config);
    },
  }),
  func_pjsip_aor: defineModule('Get information about a PJSIP AOR', {
    functions: ['PJSIP_AOR'],
    dependsOn: ['res_pjsip'],
  }),
  func_pjsip_contact: defineModule('Get information about a PJSIP contact', {
    functions: ['PJSIP_CONTACT'],
    dependsOn: ['res_pjsip'],
  }),
  func_pjsip_endpoint: defineModule('Get information about a PJSIP endpoint', {
    functions: ['PJSIP_ENDPOINT'],
    dependsOn: ['res_pjsip'],
  }),
  res_pjsip_header_funcs: defineModule('PJSIP Header Functions', {
    functions: ['PJSIP_HEADER', 'PJSIP_HEADERS', 'PJSIP_RESPONSE_HEADER', 'PJSIP_RESPONSE_HEADERS'],
    dependsOn: ['res_pjsip', 'res_pjsip_session'],
  }),
  res_pjsip_dialog_info_body_generator: defineModule('PJSIP Extension State Dialog Info+XML Provider', {
    dependsOn: ['res_pjsip', 'res_pjsip_pubsub'],
    serve: ({ sip }) => sip.driver.extend(sip.extensions.dialogInfo),
  }),
  res_pjsip_exten_state: defineModule('PJSIP Extension State Notifications', {
    dependsOn: ['res_pjsip', 'res_pjsip_pubsub'],
    serve: ({ sip }) => sip.driver.extend(sip.extensions.presence),
  }),
  res_pjsip_messaging: defineModule('PJSIP Messaging Support', {
    dependsOn: ['res_pjsip', 'res_pjsip_session'],
    serve: ({ sip }) => sip.driver.extend(sip.extensions.messages),
  }),
  res_pjsip_mwi: defineModule('PJSIP MWI resource', {
    dependsOn: ['res_pjsip', 'res_pjsip_pubsub'],
    serve: ({ sip }) => sip.driver.extend(sip.extensions.mwi),
  }),
  res_pjsip_mwi_body_generator: defineModule('PJSIP MWI resource', {
    dependsOn: ['res_pjsip', 'res_pjsip_pubsub'],
    serve: ({ sip }) => sip.driver.extend(sip.extensions.messageSummaries),
  }),
  res_pjsip_pidf_body_generator: defineModule('PJSIP Extension State PIDF Provider', {
    dependsOn: ['res_pjsip', 'res_pjsip_pubsub'],
    serve: ({ sip }) => sip.driver.extend(sip.extensions.pidf),
  }),
  res_pjsip_pubsub: defineModule('PJSIP event resource', {
    dependsOn: ['res_pjsip'],
    serve: ({ sip }) => sip.driver.extend(sip.extensions.subscriptions),
  }),
  res_pjsip_refer: defineModule('PJSIP Blind and Attended Transfer Support', {
    dependsOn: ['res_pjsip', 'res_pjsip_session', 'res_pjsip_pubsub'],
    serve: ({ sip }) => sip.driver.extend(sip.extensions.refers),
  }),
  res_pjsip_session: defineModule('PJSIP Session resource', { dependsOn: ['res_pjsip'] }),
  res_rtp_asterisk: defineModule('Asterisk RTP Stack', {
    reload: ({ configuration, rtp }) => {
      rtp.current = configuration.read().config.rtp;
    },
  }),
};
