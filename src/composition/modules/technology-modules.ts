import { defineModule } from './define-module';

/** Modules that bring technologies of channels. Local channels are part of every server. */
export const technologyModules = {
  chan_audiosocket: defineModule('AudioSocket Channel', { technologies: ['AudioSocket'] }),
  chan_rtp: defineModule('RTP Media Channel', { technologies: ['UnicastRTP'] }),
  chan_websocket: defineModule('Websocket Media Channel', { technologies: ['WebSocket'] }),
};
