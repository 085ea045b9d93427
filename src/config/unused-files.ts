/** Files of parts that this server will have, and does not have yet. */
const later: Readonly<Record<string, string>> = {
  'pjproject.conf': 'SIP',
  'pjsip.conf': 'SIP',
  'pjsip_notify.conf': 'SIP',
  'pjsip_wizard.conf': 'SIP',
  'sip.conf': 'SIP',
  'sip_notify.conf': 'SIP',
};

/** Why a file of the configuration folder is not read. */
export function whyUnused(name: string): string {
  if (/\.(ael|lua)$/.test(name)) return 'the dialplan is read from extensions.conf only';
  return Object.hasOwn(later, name) ? `not used here yet: ${later[name]}` : 'not used here';
}
