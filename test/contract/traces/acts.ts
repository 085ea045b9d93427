import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from './load-trace';
import { isObject } from './load-trace';
import { mediaServerSocket } from './media-messages';
import type { Stage } from './stage';

/** What an act may reach. */
export interface Actors {
  readonly stage: Stage;
  readonly hangUp: (ws: string) => void;
  readonly send: (ws: string, bytes: Buffer) => void;
}

export type Act = (actors: Actors) => void | Promise<void>;

interface Cue {
  /** The text of a note, the number of a response, or an event of a channel: `StasisStart c1`. */
  readonly after: string | number;
  readonly act: Act;
}

/** Sets options of `[general]` in ari.conf, from the original file on; an empty value takes the option out. */
function general(options: Readonly<Record<string, string>>): Act {
  return ({ stage }) => {
    const names = Object.keys(options);
    const lines = stage.original('ari.conf').split('\n');
    const kept = lines.filter((line, place) => !names.some((name) => place < 6 && line.startsWith(`${name}=`)));
    const added = Object.entries(options).flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`]));
    stage.configure('ari.conf', [...kept.slice(0, 1), ...added, ...kept.slice(1)].join('\n'));
  };
}

const restore: Act = ({ stage }) => stage.restore();

/** What the recorder did besides the steps it wrote down, and when. */
const cues: Readonly<Record<string, readonly Cue[]>> = {
  '0207': [
    { after: 'pretty=yes', act: general({ pretty: 'yes' }) },
    {
      after: 'allowed_origins=* and auth_realm=Elsewhere',
      act: general({ allowed_origins: '*', auth_realm: 'Elsewhere' }),
    },
    { after: 'no allowed_origins', act: general({ allowed_origins: '' }) },
    { after: 'enabled=no', act: general({ enabled: 'no' }) },
    { after: 10, act: ({ stage }) => stage.restart() },
  ],
  '0604': [
    {
      after: 'a name whose directory part is an existing file',
      act: ({ stage }) => writeFileSync(join(stage.root, 'spool', 'recording', 'blocker'), ''),
    },
  ],
  '1101': [
    {
      after: 'ari.conf [general] now has channelvars=MYVAR,UNSETVAR,CALLERID(num),REPVAR',
      act: general({ channelvars: 'MYVAR,UNSETVAR,CALLERID(num),REPVAR' }),
    },
    { after: 11, act: restore },
  ],
  '1205': [
    {
      after: 'sending 20 s of ulaw (160000 bytes) in 20 frames of 8000',
      act: ({ send }) => {
        for (let sent = 0; sent < 20; sent += 1) send('media', Buffer.alloc(8000));
      },
    },
  ],
  '1206': [
    { after: 'StasisStart x2', act: ({ hangUp }) => hangUp(mediaServerSocket) },
    { after: 'no server listening', act: ({ stage }) => stage.media.close() },
  ],
  '1301': [
    { after: 'the remote end drops the connection', act: ({ hangUp }) => hangUp('out1') },
    {
      after: 6,
      act: async ({ stage }) => {
        stage.restore();
        await stage.reload('res_websocket_client.so');
        await stage.reload('res_ari.so');
      },
    },
  ],
};

/** What has to be done after this step. */
export function actsAfter(trace: string, step: Step): readonly Act[] {
  const mark = markOf(step);
  return (cues[trace] ?? []).filter(({ after }) => after === mark).map(({ act }) => act);
}

function markOf(step: Step): Cue['after'] | undefined {
  if (step.kind === 'note') return step.text;
  if (step.kind === 'response') return step.n;
  const channel = step.kind === 'event' ? step.event['channel'] : undefined;
  return step.kind === 'event' && isObject(channel)
    ? [step.event['type'], channel['id']].map(String).join(' ')
    : undefined;
}
