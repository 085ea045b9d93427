/** Characters that XML 1.0 does not have. */
// oxlint-disable-next-line no-control-regex
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
};

/** Messages of the line protocol as XML: an element for each, with its fields as attributes. */
export function writeXml(text: string): string {
  const messages = text.split('\r\n\r\n').filter((message) => message !== '');
  return `<ajax-response>\n${messages.map(element).join('')}</ajax-response>\n`;
}

function element(message: string): string {
  const counts = new Map<string, number>();
  const attributes = message.split('\r\n').map((line) => {
    const colon = line.indexOf(': ');
    const name = attributeName(line.slice(0, colon));
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    // A name may stand there once only.
    return `${name}${count === 1 ? '' : `-${count}`}='${escaped(line.slice(colon + 2))}'`;
  });
  return `<response type='object' id='unknown'><generic ${attributes.join(' ')} /></response>\n`;
}

function attributeName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9_-]/g, '_');
  return /^[a-z_]/.test(plain) ? plain : `_${plain}`;
}

function escaped(value: string): string {
  return value.replace(notInXml, '\ufffd').replace(/[&<>'"]/g, (character) => escapes[character] ?? character);
}
