/** A command of a documentation page, in words, as a shell would split it. */
export interface ShellCommand {
  readonly page: string;
  readonly words: readonly string[];
}

/** Every command in the `sh` blocks of a page, in their order; a backslash at the end of a line continues it. */
export function commandsIn(page: string, text: string): readonly ShellCommand[] {
  const blocks = [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.replace(/\\\n\s*/g, '').split('\n'))
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ page, words: wordsOf(line) }));
}

/** Single quotes are all that our pages use. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ''));
}

/** What a `curl` command sends. */
export interface CurlRequest {
  readonly method: string;
  readonly url: URL;
  readonly user: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Understands the options that our pages use, and no others. */
export function curlRequest(words: readonly string[]): CurlRequest {
  const headers: Record<string, string> = {};
  const fields: string[] = [];
  let [method, user, address] = [undefined as string | undefined, '', ''];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const value = words[at + 1] ?? '';
    if (!word.startsWith('-')) address = word;
    else {
      at += 1;
      if (word === '-u') user = value;
      else if (word === '-X') method = value;
      else if (word === '-d') fields.push(value);
      else if (word === '-H')
        headers[value.slice(0, value.indexOf(':')).toLowerCase()] = value.slice(value.indexOf(':') + 1).trim();
      else if (word !== '-o') throw new Error(`curl with ${word}`);
    }
  }
  const body = fields.length === 0 ? undefined : fields.join('&');
  if (body !== undefined) headers['content-type'] ??= 'application/x-www-form-urlencoded';
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), url: new URL(address), user, headers, body };
}
