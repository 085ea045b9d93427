import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/shared/project-root';

/** Files that read the time of the machine or set its timers, and why an injected clock would be wrong there. */
const allowed: Readonly<Record<string, string>> = {
  'client/clock.ts': 'the clock of the client',
  'client/session.ts': 'a later turn in browsers, not a time',
  'cluster/nats/jet-stream.ts': 'a server of the network answers in real time',
  'cluster/nats/nats-link.ts': 'a server of the network answers in real time',
  'cluster/nats/nats-log.ts': 'a server of the network answers in real time',
  'cluster/nats/write-turns.ts': 'a server of the network forgets in real time',
  'composition/embedded.ts': 'what is used when no clock is given',
  'composition/lifecycle/process-life.ts': 'the life of the process, which has to end whatever clocks say',
  'demo/demo.ts': 'people watch it',
  'drivers/pjsip/sip-service.ts': 'measures how long the server works',
  'main.ts': 'the life of the process',
  'manager/session/event-group.ts': 'saves work of the machine: how often readers are written to',
  'media/program/program-stream.ts': 'a program of the machine runs in real time',
  'media/program/running-program.ts': 'a program of the machine runs in real time',
  'media/rtp/rtp-end.ts': 'wall-clock time of RTCP reports, which far ends compare with theirs',
  'media/rtp/sockets/own-address.ts': 'how long an answer of the operating system counts',
  'media/rtp/sockets/resting-sockets.ts': 'packets of a call that has ended come in real time',
  'media/tcp-audio/audio-connection.ts': 'a peer of the network closes in real time',
  'media/tcp-audio/connect.ts': 'a peer of the network answers in real time',
  'media/thread/clock.ts': 'the clock of the audio',
  'media/thread/media-in-thread.ts': 'measures how long the machine stood still',
  'media/thread/media-thread.ts': 'watches a thread of the machine',
  'media/thread/media-worker.ts': 'the clock of the audio',
  'server/http/answers/end-with.ts': 'a refused connection goes even when the time of a test stands still',
  'shared/network/destinations.ts': 'how long an answer of the operating system counts',
  'shared/scheduling/turn-budget.ts': 'measures how long a turn of the event loop takes',
  'shared/time/clock.ts': 'the clock itself',
  'sip/stack/sip-stack.ts': 'measures how long requests wait for the server',
  'testing/pacer.ts': 'gives other programs real time to react',
};

const direct = /\b(?:setTimeout|setInterval)\(|\bDate\.now\b|\bperformance\.now\b|\bnew Date\(\)/;

describe('the sources', () => {
  const folder = join(projectRoot(__dirname), 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const using = files.filter((file) => direct.test(withoutComments(readFileSync(join(folder, file), 'utf8'))));

  it('take time from an injected clock, with few exceptions', () => {
    expect(using.filter((file) => !(file in allowed))).toEqual([]);
  });

  it('have no exception that is not needed any more', () => {
    expect(Object.keys(allowed).filter((file) => !using.includes(file))).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
}
