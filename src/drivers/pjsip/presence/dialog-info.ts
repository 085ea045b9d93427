import type { ShownExtension } from './shown-extension';
import { escapeXml, xmlProlog } from './xml';

export const dialogInfoType = 'application/dialog-info+xml';

/** The state of an extension as that of its call (RFC 4235): what lamps of phones show. */
export function dialogInfo(shown: ShownExtension): string {
  const { entity, extension, version } = shown;
  const state = dialogState(shown);
  const direction = state === 'early' ? ' direction="recipient"' : '';
  const identity = escapeXml(entity);
  return [
    `${xmlProlog}<dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="${version}" state="full" entity="${identity}">`,
    ` <dialog id="${escapeXml(extension)}"${direction}>`,
    ...(state === 'early' ? [party('remote', identity), party('local', identity)] : []),
    ...(shown.state === 'ONHOLD' ? [heldParty(identity)] : []),
    `  <state>${state}</state>`,
    ' </dialog>',
    '</dialog-info>',
    '',
  ].join('\n');
}

function dialogState({ state, showsSecondCall }: ShownExtension): 'early' | 'confirmed' | 'terminated' {
  switch (state) {
    case 'RINGING':
      return 'early';
    case 'RINGINUSE':
      return showsSecondCall ? 'early' : 'confirmed';
    case 'INUSE':
    case 'BUSY':
    case 'ONHOLD':
      return 'confirmed';
    default:
      return 'terminated';
  }
}

/** Phones offer to pick up a ringing call only where both of its ends are named. */
function party(end: 'remote' | 'local', identity: string): string {
  return `  <${end}><identity>${identity}</identity><target uri="${identity}"/></${end}>`;
}

function heldParty(identity: string): string {
  return `  <local><target uri="${identity}"><param pname="+sip.rendering" pvalue="no"/></target></local>`;
}
