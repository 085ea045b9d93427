import type { Observation } from './tap';

/** Characters between two lines of a ladder. */
const columnWidth = 34;

/** Draws what happened as a ladder: one column for each party, time from top to bottom. */
export function ladderText(lines: readonly Observation[]): string {
  const parties = partiesOf(lines);
  const start = lines[0]?.at ?? 0;
  const head = `${' '.repeat(9)}${parties.map((party) => centred(party, columnWidth)).join('')}`.trimEnd();
  return [head, ...lines.map((line) => ladderLine(line, parties, start))].join('\n');
}

/** One line of a ladder that is drawn while the call goes on. */
export function ladderLine(line: Observation, parties: readonly string[], start: number): string {
  const time = ((line.at - start) / 1000).toFixed(3).padStart(8);
  const [from, to] = [columnOf(line.from, parties), columnOf(line.to, parties)];
  const cells = arrow({ from, to, label: line.label, isAnswer: line.kind === 'answer' }, parties.length);
  return `${time} ${cells}`.trimEnd();
}

/** Applications on the left, the server, channels on the right in the order of their appearance. */
export function partiesOf(lines: readonly Observation[]): readonly string[] {
  const named = new Set(lines.flatMap(({ from, to }) => [from, to]).map(partyOf));
  const channels = [...named].filter((party) => party !== 'server' && party !== 'application');
  return ['application', 'server', ...channels];
}

/** A sequence diagram in the language of Mermaid. */
export function ladderMermaid(lines: readonly Observation[]): string {
  const parties = partiesOf(lines);
  const nameOf = (party: string): string => `P${columnOf(party, parties)}`;
  return [
    'sequenceDiagram',
    ...parties.map((party, at) => `    participant P${at} as ${escaped(party)}`),
    ...lines.map(({ from, to, kind, label }) => {
      if (columnOf(from, parties) === columnOf(to, parties)) return `    Note over ${nameOf(from)}: ${escaped(label)}`;
      return `    ${nameOf(from)}${kind === 'answer' ? '-->>' : '->>'}${nameOf(to)}: ${escaped(label)}`;
    }),
  ].join('\n');
}

/** All applications are one party. */
function partyOf(name: string): string {
  return name === 'server' || name.includes('/') ? name : 'application';
}

function columnOf(name: string, parties: readonly string[]): number {
  return Math.max(0, parties.indexOf(partyOf(name)));
}

interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly isAnswer: boolean;
}

function arrow({ from, to, label, isAnswer }: Arrow, parties: number): string {
  const line = Array.from({ length: parties }, () => centred('|', columnWidth)).join('');
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  if (left === right) return replaced(line, middle(left) + 2, `* ${label}`);
  const width = middle(right) - middle(left) - 1;
  const dash = isAnswer ? '.' : '-';
  const text = shortened(label, width - 6);
  const shaft = filled(` ${text} `, width - 1, dash);
  return replaced(line, middle(left) + 1, from < to ? `${shaft}>` : `<${shaft}`);
}

/** Cut in the middle: requests begin and end with what tells them apart. */
function shortened(label: string, width: number): string {
  if (label.length <= width) return label;
  const tail = Math.floor(width / 2);
  return `${label.slice(0, width - tail - 1)}…${label.slice(-tail)}`;
}

function middle(column: number): number {
  return column * columnWidth + Math.floor(columnWidth / 2) - 1;
}

function centred(text: string, width: number): string {
  const short = text.length > width - 2 ? `${text.slice(0, width - 3)}…` : text;
  const left = Math.max(0, Math.floor((width - short.length - 1) / 2));
  return `${' '.repeat(left)}${short}`.padEnd(width);
}

function filled(text: string, width: number, dash: string): string {
  const left = Math.floor((width - text.length) / 2);
  return `${dash.repeat(Math.max(0, left))}${text}`.padEnd(width, dash);
}

function replaced(line: string, at: number, text: string): string {
  return `${line.slice(0, at)}${text}${line.slice(at + text.length)}`;
}

/** Mermaid ends a line at a semicolon, and reads `#` as the start of a code. */
function escaped(text: string): string {
  return text.replace(/[;#<>]/g, (sign) => `#${sign.charCodeAt(0)};`);
}
