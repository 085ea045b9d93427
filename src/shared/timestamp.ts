/** A moment as the interface writes it: milliseconds, and the server's own zone without a colon. */
export function wireTime(milliseconds: number): string {
  const zone = zoneAt(milliseconds);
  return `${new Date(milliseconds + zone * 60_000).toISOString().slice(0, -1)}${zoneText(zone)}`;
}

/** Minutes east of Greenwich. */
function zoneAt(milliseconds: number): number {
  return -new Date(milliseconds).getTimezoneOffset();
}

function zoneText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(rest).padStart(2, '0')}`;
}
