import type { DeviceStateName } from '../../../engine/device-state';
import type { ShownExtension } from './shown-extension';
import { escapeXml, xmlProlog } from './xml';

export const pidfType = 'application/pidf+xml';

const namespaces =
  'xmlns="urn:ietf:params:xml:ns:pidf" xmlns:dm="urn:ietf:params:xml:ns:pidf:data-model" ' +
  'xmlns:rpid="urn:ietf:params:xml:ns:pidf:rpid"';

/** The state of an extension as presence (RFC 3863, RFC 4480). */
export function pidf({ entity, extension, state }: ShownExtension): string {
  const identity = escapeXml(entity);
  const { isOpen, activity, note } = presenceOf(state);
  return [
    `${xmlProlog}<presence ${namespaces} entity="${identity}">`,
    ` <tuple id="${escapeXml(tupleId(extension))}">`,
    `  <status><basic>${isOpen ? 'open' : 'closed'}</basic></status>`,
    `  <contact priority="1">${identity}</contact>`,
    ` </tuple>`,
    ` <note>${note}</note>`,
    ` <dm:person id="p1"><rpid:activities>${activity === undefined ? '' : `<rpid:${activity}/>`}</rpid:activities></dm:person>`,
    '</presence>',
    '',
  ].join('\n');
}

interface Presence {
  /** Whether it can be called. */
  readonly isOpen: boolean;
  readonly activity: 'on-the-phone' | 'away' | undefined;
  readonly note: string;
}

function presenceOf(state: DeviceStateName): Presence {
  switch (state) {
    case 'RINGING':
    case 'RINGINUSE':
      return { isOpen: true, activity: 'on-the-phone', note: 'Ringing' };
    case 'INUSE':
    case 'BUSY':
      return { isOpen: true, activity: 'on-the-phone', note: 'On the phone' };
    case 'ONHOLD':
      return { isOpen: true, activity: 'on-the-phone', note: 'On hold' };
    case 'UNAVAILABLE':
    case 'INVALID':
      return { isOpen: false, activity: 'away', note: 'Unavailable' };
    case 'NOT_INUSE':
    case 'UNKNOWN':
      return { isOpen: true, activity: undefined, note: 'Ready' };
  }
}

/** An id of XML begins with a letter. */
function tupleId(extension: string): string {
  return `t${extension.replaceAll(/[^\w.-]/g, '_')}`;
}
