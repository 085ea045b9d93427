/** A moment as the interface writes it: milliseconds, and the server's own zone without a colon. */
export function wireTime(milliseconds: number): string {
  // A call has a dozen events, most of them at the same moment.
  if (milliseconds !== moment.milliseconds) moment = { milliseconds, text: textOf(milliseconds) };
  return moment.text;
}

let moment: { readonly milliseconds: number; readonly text: string } = { milliseconds: NaN, text: '' };

function textOf(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  // Nearly every moment that is written down lies in the same second as the one before.
  if (second !== latest.second) latest = textsOf(second);
  const rest = milliseconds - second * 1000;
  // Joined, it is one piece of memory: many messages are put together from it.
  return [latest.head, rest < 100 ? String(rest).padStart(3, '0') : rest, latest.zone].join('');
}

interface SecondTexts {
  readonly second: number;
  readonly head: string;
  readonly zone: string;
}

let latest: SecondTexts = { second: NaN, head: '', zone: '' };

function textsOf(second: number): SecondTexts {
  const zone = zoneAt(second * 1000);
  const head = new Date(second * 1000 + zone * 60_000).toISOString().slice(0, -4);
  return { second, head, zone: zoneText(zone) };
}

/** Minutes east of Greenwich. */
function zoneAt(milliseconds: number): number {
  return -new Date(milliseconds).getTimezoneOffset();
}

function zoneText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
}
