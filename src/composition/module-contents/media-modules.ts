import { defineModule } from './define-module';

/** Modules of what audio is made of: codecs, formats of files, and what mixes it in bridges. */
export const mediaModules = {
  codec_alaw: defineModule('A-law Coder/Decoder', { codecs: ['alaw'] }),
  codec_g722: defineModule('ITU G.722-64kbps G722 Transcoder', { codecs: ['g722'], dependsOn: ['codec_resample'] }),
  codec_opus: defineModule('Opus Coder/Decoder', { codecs: ['opus'], dependsOn: ['codec_resample'] }),
  codec_resample: defineModule('SLIN Resampling Codec', {
    codecs: ['slin12', 'slin16', 'slin24', 'slin32', 'slin44', 'slin48', 'slin96', 'slin192'],
  }),
  codec_ulaw: defineModule('mu-Law Coder/Decoder', { codecs: ['ulaw'] }),

  format_pcm: defineModule('Bare and Sun mu-law, bare A-law and G.722 files', {
    fileFormats: ['ulaw', 'pcm', 'ul', 'mu', 'ulw', 'au', 'alaw', 'al', 'alw', 'g722'],
  }),
  format_sln: defineModule('Files of bare signed linear audio, 8 to 192 kHz', {
    fileFormats: [...['sln', 'slin', 'raw', 'sln12', 'sln16', 'sln24', 'sln32', 'sln44', 'sln48', 'sln96', 'sln192']],
  }),
  format_wav: defineModule('Microsoft WAV/WAV16 format (8kHz/16kHz Signed Linear)', { fileFormats: ['wav', 'wav16'] }),

  bridge_holding: defineModule('Holding bridge module', { bridgeTechnologies: ['holding_bridge'] }),
  bridge_native_rtp: defineModule('Native RTP bridging module', { bridgeTechnologies: ['native_rtp'] }),
  bridge_simple: defineModule('Simple two channel bridging module', { bridgeTechnologies: ['simple_bridge'] }),
  bridge_softmix: defineModule('Multi-party software based channel mixing', { bridgeTechnologies: ['softmix'] }),
};
