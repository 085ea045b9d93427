/** A fenced block of a guide, and what it is for. */
export type GuideBlock =
  /** To be saved under this name, which is the line above the block: `` `config/phones.conf`: ``. */
  | { readonly kind: 'file'; readonly line: number; readonly path: string; readonly text: string }
  /** What is typed into a terminal, and what it prints: ```` ```console server ````; without a name, a new one. */
  | { readonly kind: 'console'; readonly line: number; readonly terminal: string; readonly steps: readonly Step[] }
  /** A diagram. */
  | { readonly kind: 'picture'; readonly line: number; readonly text: string }
  /** Not run, because `<!-- not run: … -->` above it gives a reason. */
  | { readonly kind: 'skipped'; readonly line: number; readonly reason: string };

/** A command, and lines that it prints afterwards. Without a command: lines that a running one prints now. */
export interface Step {
  readonly command: string | undefined;
  readonly output: readonly string[];
}

const fence =
  /^(?:<!-- not run: (?<reason>.+?) -->\n\n?)?(?:`(?<path>[\w./-]+)`:\n\n)?```(?<info>.*)\n(?<text>[^]*?)^```$/gm;

/** The blocks of a page, in their order. Throws at a block that the suite would not run without a stated reason. */
export function blocksOf(page: string): readonly GuideBlock[] {
  return [...page.matchAll(fence)].map(({ index, groups = {} }) => {
    const { reason, path, info = '', text = '' } = groups;
    const line = page.slice(0, index).split('\n').length;
    const [language, terminal = ''] = info.split(' ');
    if (reason !== undefined) return { kind: 'skipped', line, reason };
    if (path !== undefined) return { kind: 'file', line, path, text };
    if (language === 'console') return { kind: 'console', line, terminal, steps: stepsOf(text) };
    if (language === 'mermaid') return { kind: 'picture', line, text };
    throw new Error(`line ${line}: a block of '${info}' has neither a file name above it nor a reason not to be run`);
  });
}

/** A line that starts with `$ ` is typed; one that ends with a backslash is continued. All others are printed. */
function stepsOf(text: string): readonly Step[] {
  const steps: { command: string | undefined; output: string[] }[] = [];
  const lines = text.replace(/\\\n\s*/g, '').split('\n');
  for (const line of lines.filter((each) => each.trim() !== '')) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] });
    else {
      if (steps.length === 0) steps.push({ command: undefined, output: [] });
      steps.at(-1)?.output.push(line);
    }
  }
  return steps;
}

/** Matches a line in which `…` stands for anything. */
export function lineMatcher(line: string): RegExp {
  const parts = line
    .trim()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^\\s*${parts.join('.*')}\\s*$`);
}
