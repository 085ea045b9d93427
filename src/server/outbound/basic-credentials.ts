/** The value of an Authorization header (RFC 7617); undefined without a user name. */
export function basicCredentials(username: string, password: string): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}
