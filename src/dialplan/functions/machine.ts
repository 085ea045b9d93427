import type { FunctionTable } from '../expressions/functions';
import type { SystemPort } from '../ports';
import { cutOut } from '../expressions/substitute';
import { splitArguments } from '../expressions/split-arguments';
import { strftime } from '../../shared/time/strftime';

export interface MachineDeps {
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly uuid: () => string;
  readonly version: string;
  readonly system: SystemPort;
}

/** The last moment that a date can stand for, in milliseconds. */
const lastMoment = 8.64e15;

/** Time, chance, and what the server runs on. */
export function machineFunctions({ now, random, uuid, version, system }: MachineDeps): FunctionTable {
  return {
    STRFTIME: {
      read: (argument) => {
        const [epoch = '', zone = '', format = ''] = splitArguments(argument, { limit: 3 });
        const at = epoch.trim() === '' ? now() : Number.parseFloat(epoch) * 1000;
        const moment = Math.abs(at) <= lastMoment ? at : 0;
        return strftime(moment, zone.trim() === '' ? undefined : zone.trim(), format === '' ? '%c' : format);
      },
    },
    UUID: { read: () => uuid() },
    RAND: { read: (argument) => roll(argument, random) },
    VERSION: { read: (argument) => (argument.trim() === '' ? version : versionItem(argument, version)) },
    ENV: {
      read: (argument) => system.environment(argument) ?? '',
      write: (argument, value) => {
        if (!/^[A-Za-z_]\w*$/.test(argument) || value.includes('\0')) return false;
        system.setEnvironment(argument, value);
        return true;
      },
    },
    SHELL: { read: (argument) => system.shell(argument) },
    FILE: {
      read: (argument) => {
        const [path = '', offset = '0', length] = splitArguments(argument);
        const text = system.readFile(path);
        return text === undefined ? undefined : cutOut(text, offset, length);
      },
    },
    FILE_COUNT_LINE: {
      read: (argument) => {
        const text = system.readFile(splitArguments(argument)[0] ?? '');
        return text === undefined
          ? '-1'
          : String(text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0));
      },
    },
    STAT: { read: (argument) => statItem(argument, system) },
  };
}

function roll(argument: string, random: () => number): string {
  const [low = '', high = ''] = splitArguments(argument);
  const least = Number.parseInt(low, 10) || 0;
  const given = Number.parseInt(high, 10);
  const most = Number.isNaN(given) ? 2 ** 31 - 1 : given;
  const [from, to] = least <= most ? [least, most] : [most, least];
  return String(from + Math.floor(random() * (to - from + 1)));
}

/** A number that can be compared: 1.2.3 is 10203. */
function versionItem(item: string, version: string): string | undefined {
  if (item.trim().toUpperCase() !== 'ASTERISK_VERSION_NUM') return version;
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return String(major * 10_000 + minor * 100 + patch);
}

function statItem(argument: string, system: SystemPort): string | undefined {
  const [path = '', flag = 'e'] = splitArguments(argument);
  const facts = system.stat(path);
  if (facts === undefined) return flag === 'e' ? '0' : '';
  const seconds = (milliseconds: number): string => String(Math.floor(milliseconds / 1000));
  const items = new Map([
    ['e', '1'],
    ['d', facts.kind === 'folder' ? '1' : '0'],
    ['f', facts.kind === 'file' ? '1' : '0'],
    ['s', String(facts.size)],
    ['m', (facts.mode & 0o7777).toString(8)],
    ['A', seconds(facts.readAt)],
    ['C', seconds(facts.createdAt)],
    ['M', seconds(facts.changedAt)],
  ]);
  return items.get(flag.trim());
}
