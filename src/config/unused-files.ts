/** Files of an older SIP technology that operators may still have and expect to work. */
const replaced: Readonly<Record<string, string>> = {
  'sip.conf': 'not used here: phones are described in pjsip.conf or phones.conf',
};

/** Why a file of the configuration folder is not read. */
export function whyUnused(name: string): string {
  if (/\.(ael|lua)$/.test(name)) return 'the dialplan is read from extensions.conf only';
  return replaced[name] ?? 'not used here';
}
