const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Characters that XML 1.0 has no way to write are left out. */
const forbidden = /[^\t\n\r\P{Cc}]|\p{Surrogate}|[\ufffe\uffff]/gu;

/** A text as it stands in an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replaceAll(forbidden, '').replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

export const xmlProlog = '<?xml version="1.0" encoding="UTF-8"?>\n';
