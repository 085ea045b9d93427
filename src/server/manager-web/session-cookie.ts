const cookieName = 'mansession_id';
const shape = new RegExp(`(?:^|;)\\s*${cookieName}="?([0-9a-f]{1,64})"?\\s*(?:;|$)`, 'i');

/** What the cookie of the session says; undefined without one. */
export function cookieOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : shape.exec(header)?.[1];
}

/** The cookie is not shown to scripts, and not sent for pages of other sites: it is as good as a password. */
export function writeCookie(
  { key, seconds }: { readonly key: string; readonly seconds: number },
  prefix: string,
): string {
  const path = prefix === '' ? '/' : `/${prefix}`;
  return `${cookieName}="${key}"; Version=1; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Strict`;
}
