/** They say who may come in and what may be reached: a line that is lost there may be one that keeps somebody out. */
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

/** How the lines of a dialplan start that make up calls. */
const dialplanLine = /^(exten|same|include)\b/i;

/** Whether a line that cannot be understood would change calls, users or security if it were ignored. */
export function isGuardedLine(file: string, text: string): boolean {
  if (guardedFiles.has(file)) return !isUnknownDirective(text);
  return file === 'extensions.conf' && dialplanLine.test(text);
}

/** `# a comment in the style of other files`: no option starts so. */
function isUnknownDirective(text: string): boolean {
  return text.startsWith('#') && !/^#exec\b/i.test(text);
}
