import { answer } from '../../../engine/calls/dialing/answer';
import type { ChannelState } from '../../../engine/calls/channel/channel-state';
import { causes } from '../../../engine/calls/channel/hangup-cause';
import type { AgiCommand } from './agi-command';
import { result, usage } from './agi-command';

const stateNumbers: Readonly<Record<ChannelState, number>> = {
  Down: 0,
  Rsrvd: 1,
  OffHook: 2,
  Dialing: 3,
  Ring: 4,
  Ringing: 5,
  Up: 6,
  Busy: 7,
  'Dialing Offhook': 8,
  'Pre-ring': 9,
};

/** Answering, ending and looking at calls. */
export const callCommands: readonly AgiCommand[] = [
  {
    name: 'ANSWER',
    syntax: '',
    summary: 'Answers the call unless it is answered already. 0: it is answered. -1: it is not.',
    arity: [0, 0],
    execute: ({ channel }) => {
      answer(channel);
      return result(channel.state === 'Up' ? 0 : -1);
    },
  },
  {
    name: 'CHANNEL STATUS',
    syntax: '[<channel>]',
    summary:
      'Tells the state of a channel, or of its own when none is named. 0: down. 1: reserved. 2: off hook. 3: dialing. ' +
      '4: ring. 5: ringing. 6: up. 7: busy. -1: there is no such channel.',
    arity: [0, 1],
    execute: ({ channel }, [name], { channels }) => {
      const found = name === undefined ? channel : channels.find(name);
      return result(found === undefined ? -1 : stateNumbers[found.state]);
    },
  },
  {
    name: 'HANGUP',
    syntax: '[<channel>]',
    summary: 'Hangs up a channel, or its own when none is named. 1: done. -1: there is no such channel.',
    arity: [0, 1],
    execute: ({ channel }, [name], { channels }) => {
      const found = name === undefined ? channel : channels.find(name);
      found?.hangUp(causes.normal);
      return result(found === undefined ? -1 : 1);
    },
  },
  {
    name: 'SET AUTOHANGUP',
    syntax: '<seconds>',
    summary: 'Ends the call after this many seconds from now; 0 takes the limit away. Always 0.',
    arity: [1, 1],
    execute: ({ channel }, [seconds = ''], { variables }) => {
      if (!/^\d+(\.\d+)?$/.test(seconds)) return usage;
      variables.write(channel, { name: 'TIMEOUT(absolute)', value: seconds });
      return result(0);
    },
  },
  {
    name: 'SET CALLERID',
    syntax: '<caller id>',
    summary: 'Changes who calls: a number, or `"Name" <number>` as one argument. Always 1.',
    arity: [1, 1],
    execute: ({ channel }, [value = ''], { variables }) => {
      variables.write(channel, { name: 'CALLERID(all)', value });
      return result(1);
    },
  },
  {
    name: 'SET MUSIC',
    syntax: 'on|off [<class>]',
    summary: 'Starts or stops music on hold. Always 0.',
    arity: [1, 2],
    execute: ({ channel }, [state = '', musicClass], { sound }) => {
      if (/^on$/i.test(state)) sound().startMusic(channel, musicClass);
      else if (/^off$/i.test(state)) sound().stopMusic(channel);
      else return usage;
      return result(0);
    },
  },
  {
    name: 'VERBOSE',
    syntax: '<message> [<level>]',
    summary: 'Writes a message to the log, from level 3 on as a debug message. Always 1.',
    arity: [1, 2],
    worksAfterHangup: true,
    execute: ({ channel }, [text = '', level = '0'], { log }) => {
      log[Number(level) > 2 ? 'debug' : 'info']({ channel: channel.id, text }, 'an AGI program says');
      return result(1);
    },
  },
  {
    name: 'NOOP',
    syntax: '[<anything>…]',
    summary: 'Does nothing. Always 0.',
    arity: [0, Infinity],
    worksAfterHangup: true,
    execute: () => result(0),
  },
  {
    name: 'ASYNCAGI BREAK',
    syntax: '',
    summary: 'Ends the conversation; the dialplan goes on. Always 0.',
    arity: [0, 0],
    worksAfterHangup: true,
    execute: () => ({ kind: 'leave', line: '200 result=0' }),
  },
];
