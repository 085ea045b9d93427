import { defineModule } from './define-module';

/** Modules that bring technologies of channels. Local channels are part of every server. */
export const technologyModules = {
  chan_audiosocket: defineModule('AudioSocket Channel', {
    technologies: ['AudioSocket'],
    dependsOn: ['res_audiosocket'],
  }),
  chan_pjsip: defineModule('PJSIP Channel Driver', {
    technologies: ['PJSIP'],
    dependsOn: ['res_pjsip', 'res_rtp_asterisk'],
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
  res_rtp_asterisk: defineModule('Asterisk RTP Stack', {
    reload: ({ configuration, rtp }) => {
      rtp.current = configuration.read().config.rtp;
    },
  }),
};
