import type { Finding } from './compare';
import type { Json } from '../recording/trace';

interface AudioAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Of a file only its size and type were written down. */
const summary = /^<(\d+) bytes of (.+)>$/;

/** A second of the files that were recorded: 16 bits, 8000 times a second. */
const second = 16000;
const emptyWav = 44;

export function isRecordedFile(body: Json): body is string {
  return typeof body === 'string' && summary.test(body);
}

/** Holds an audio file against the size and type of the recorded one, which ended up to a second sooner or later. */
export function recordedFileFindings(recorded: string, { headers, text }: AudioAnswer): readonly Finding[] {
  const [, size = '', type = ''] = summary.exec(recorded) ?? [];
  const [expected, got] = [Number(size), Number(headers['content-length'])];
  const isAlike = Math.abs(expected - got) < second && isEmpty(expected) === isEmpty(got);
  if (isAlike && headers['content-type'] === type && text.startsWith('RIFF')) return [];
  return [{ path: '', expected: recorded, got: `<${got} bytes of ${headers['content-type'] ?? 'nothing'}>` }];
}

function isEmpty(size: number): boolean {
  return size <= emptyWav;
}
