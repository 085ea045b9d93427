const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID as people write it, of whatever version. */
export function isUuid(text: string): boolean {
  return form.test(text);
}
