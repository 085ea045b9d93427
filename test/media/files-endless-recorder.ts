import { makeAudioWriter } from '../../src/media/files/audio-writer';

/** Records for ever into the file that it is given, until somebody kills it. */
const [path = '', format = '', how = ''] = process.argv.slice(2);
const writer = makeAudioWriter({ path, format, appends: how === 'append' });
const frame = new Int16Array(8000).fill(1000);
let told = false;

setInterval(() => {
  writer.write(frame);
  if (!told) process.stdout.write('recording\n');
  told = true;
}, 1);
