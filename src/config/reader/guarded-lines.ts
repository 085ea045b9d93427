/** They control access: a lost line may be one that denies it. */
const guardedFiles: ReadonlySet<string> = new Set([
  'acl.conf',
  'ari.conf',
  'http.conf',
  'http_media_cache.conf',
  'phones.conf',
  'pjsip.conf',
  'pjsip_wizard.conf',
  'res_http_media_cache.conf',
  'websocket_client.conf',
]);

/** Prefixes of the dialplan lines that affect calls. */
const dialplanLine = /^(exten|same|include)\b/i;

/** Whether ignoring an unparsable line would change calls, users or security. */
export function isGuardedLine(file: string, text: string): boolean {
  if (guardedFiles.has(file)) return !isUnknownDirective(text);
  return file === 'extensions.conf' && dialplanLine.test(text);
}

/** `# a comment in the style of other files`: no option starts like this. */
function isUnknownDirective(text: string): boolean {
  return text.startsWith('#') && !/^#exec\b/i.test(text);
}
