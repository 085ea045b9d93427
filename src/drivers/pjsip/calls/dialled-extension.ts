import type { GlobalConfig } from '../../../config/pjsip/global-options';
import type { Uri } from '../../../sip/message/uri/uri';
import { numberOf } from './incoming-parties';

/** What a request asks for, as an extension; phones write options behind a semicolon. */
export function dialledExtension(uri: Uri, { ignoresUserOptions }: Pick<GlobalConfig, 'ignoresUserOptions'>): string {
  const user = numberOf(uri);
  return (ignoresUserOptions ? user.split(';')[0] : user) || 's';
}
