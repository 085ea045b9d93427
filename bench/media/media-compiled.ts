import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Codecs from '../../src/media/codecs/make-codec';
import type * as OpusCodec from '../../src/media/codecs/opus';
import type * as Engine from '../../src/media/media-engine';
import type * as Thread from '../../src/media/thread/media-thread';
import type * as Resampling from '../../src/media/samples/resample';
import type * as Packets from '../../src/media/rtp/rtp-packet';
import type * as RtpReader from '../../src/media/rtp/rtp-stream-reader';
import type * as RtpWriter from '../../src/media/rtp/rtp-stream-writer';
import type * as Receiver from '../../src/media/srtp/srtp-receiver';
import type * as Sender from '../../src/media/srtp/srtp-sender';

const root = join(__dirname, '../..');
const load = createRequire(__filename);

/** The media modules as the server runs them. */
export interface CompiledMedia {
  readonly MediaEngine: typeof Engine.MediaEngine;
  readonly startMediaThread: typeof Thread.startMediaThread;
  readonly makeCodec: typeof Codecs.makeCodec;
  readonly Opus: typeof OpusCodec.Opus;
  readonly Resampler: typeof Resampling.Resampler;
  readonly RtpPacket: typeof Packets.RtpPacket;
  readonly readRtp: typeof Packets.readRtp;
  readonly RtpStreamReader: typeof RtpReader.RtpStreamReader;
  readonly RtpStreamWriter: typeof RtpWriter.RtpStreamWriter;
  readonly SrtpSender: typeof Sender.SrtpSender;
  readonly SrtpReceiver: typeof Receiver.SrtpReceiver;
}

/**
 * From dist/, which is brought up to date before. What is measured must not be the sources as the benchmarks
 * themselves are run: translated on the fly they reach each other through getters, and hot code takes three times as long.
 */
export function compiledMedia(): CompiledMedia {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/setup.mjs')], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the server could not be built');
  return {
    ...part<Pick<typeof Engine, 'MediaEngine'>>('media-engine'),
    ...part<Pick<typeof Thread, 'startMediaThread'>>('thread/media-thread'),
    ...part<Pick<typeof Codecs, 'makeCodec'>>('codecs/make-codec'),
    ...part<Pick<typeof OpusCodec, 'Opus'>>('codecs/opus'),
    ...part<Pick<typeof Resampling, 'Resampler'>>('samples/resample'),
    ...part<Pick<typeof Packets, 'RtpPacket' | 'readRtp'>>('rtp/rtp-packet'),
    ...part<Pick<typeof RtpReader, 'RtpStreamReader'>>('rtp/rtp-stream-reader'),
    ...part<Pick<typeof RtpWriter, 'RtpStreamWriter'>>('rtp/rtp-stream-writer'),
    ...part<Pick<typeof Sender, 'SrtpSender'>>('srtp/srtp-sender'),
    ...part<Pick<typeof Receiver, 'SrtpReceiver'>>('srtp/srtp-receiver'),
  };
}

function part<Module>(name: string): Module {
  return load(join(root, 'dist/src/media', `${name}.js`)) as Module;
}
