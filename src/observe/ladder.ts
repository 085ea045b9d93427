import type { CallStory, Observation } from '../engine/call-story';

/** A ladder: one column for each party, time from top to bottom. */
export interface Drawing extends Partial<Pick<CallStory, 'leftOut'>> {
  readonly lines: readonly Observation[];
  readonly title?: string;
}

/** Characters between two lines of a ladder. Two parties have more room. */
const widthFor = (parties: number): number => (parties <= 2 ? 66 : 34);

/** Draws what happened. Times count from the first line, and the title says when that was. */
export function drawLadder({ title, lines, leftOut = { count: 0, behind: 0 } }: Drawing): string {
  const parties = partiesOf(lines);
  const start = lines[0]?.at ?? 0;
  const drawn = lines.map((line) => ladderLine(line, parties, start));
  if (leftOut.count > 0) drawn.splice(leftOut.behind, 0, `${margin}* ${leftOut.count} more are left out`);
  const titled = title === undefined ? [] : [`${title}, from ${new Date(start).toISOString()}`];
  return [...titled, ladderHead(parties), ...drawn].join('\n');
}

const margin = ' '.repeat(9);

/** The first line: the names of the parties. */
export function ladderHead(parties: readonly string[]): string {
  const width = widthFor(parties.length);
  return `${margin}${parties.map((party) => centred(party, width)).join('')}`.trimEnd();
}

/** One line of a ladder that is drawn while the call goes on. */
export function ladderLine(line: Observation, parties: readonly string[], start: number): string {
  const time = ((line.at - start) / 1000).toFixed(3).padStart(8);
  const [from, to] = sidesOf(line).map((party) => Math.max(0, parties.indexOf(party))) as [number, number];
  const cells = arrow({ from, to, label: line.label, isAnswer: line.kind === 'answer' }, parties.length);
  return `${time} ${cells}`.trimEnd();
}

/** Applications on the left, the server, channels and phones on the right in the order of their appearance. */
export function partiesOf(lines: readonly Observation[]): readonly string[] {
  const named = new Set(lines.flatMap(sidesOf));
  const others = [...named].filter((party) => party !== 'server' && party !== 'application');
  return [...(named.has('application') ? ['application'] : []), 'server', ...others];
}

/** A sequence diagram in the language of Mermaid. */
export function ladderMermaid({ lines, leftOut = { count: 0, behind: 0 } }: Drawing): string {
  const parties = partiesOf(lines);
  const nameOf = (party: string): string => `P${parties.indexOf(party)}`;
  const drawn = lines.map((line) => {
    const [from, to] = sidesOf(line).map(nameOf);
    if (from === to) return `    Note over ${from}: ${escaped(line.label)}`;
    return `    ${from}${line.kind === 'answer' ? '-->>' : '->>'}${to}: ${escaped(line.label)}`;
  });
  if (leftOut.count > 0)
    drawn.splice(leftOut.behind, 0, `    Note over ${nameOf('server')}: ${leftOut.count} more are left out`);
  return [
    'sequenceDiagram',
    ...parties.map((party, at) => `    participant P${at} as ${escaped(party)}`),
    ...drawn,
  ].join('\n');
}

/** Who sends a line and who gets it. All applications are one party. */
function sidesOf({ kind, from, to }: Observation): readonly [string, string] {
  const party = (name: string, isApplication: boolean): string =>
    isApplication && name !== 'server' ? 'application' : name;
  const isCommand = kind === 'request' || kind === 'answer';
  // Events go from the server to applications, or come from a channel when no application wants them.
  return [party(from, isCommand), party(to, isCommand || kind === 'event')];
}

interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly isAnswer: boolean;
}

function arrow({ from, to, label, isAnswer }: Arrow, parties: number): string {
  const columnWidth = widthFor(parties);
  const middle = (column: number): number => column * columnWidth + Math.floor(columnWidth / 2) - 1;
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

/** Mermaid ends a line at a semicolon or a line break, and reads `#` as the start of a code. */
function escaped(text: string): string {
  return text.replace(/[;#<>\r\n]/g, (sign) => `#${sign.charCodeAt(0)};`);
}
