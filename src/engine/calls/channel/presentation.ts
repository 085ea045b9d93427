interface Presentation {
  readonly octet: number;
  /** What dialplans write. */
  readonly name: string;
  /** What clients see beside the number. */
  readonly text: string;
}

/** Whether a number may be shown (bits 6 and 5), and who has checked it (bits 1 and 0). */
const presentations: readonly Presentation[] = [
  { octet: 0x00, name: 'allowed_not_screened', text: 'Presentation Allowed, Not Screened' },
  { octet: 0x01, name: 'allowed_passed_screen', text: 'Presentation Allowed, Passed Screen' },
  { octet: 0x02, name: 'allowed_failed_screen', text: 'Presentation Allowed, Failed Screen' },
  { octet: 0x03, name: 'allowed', text: 'Presentation Allowed, Network Number' },
  { octet: 0x20, name: 'prohib_not_screened', text: 'Presentation Prohibited, Not Screened' },
  { octet: 0x21, name: 'prohib_passed_screen', text: 'Presentation Prohibited, Passed Screen' },
  { octet: 0x22, name: 'prohib_failed_screen', text: 'Presentation Prohibited, Failed Screen' },
  { octet: 0x23, name: 'prohib', text: 'Presentation Prohibited, Network Number' },
  { octet: 0x43, name: 'unavailable', text: 'Number Unavailable' },
];

const byOctet = new Map(presentations.map((presentation) => [presentation.octet, presentation]));
const byName = new Map(presentations.map((presentation) => [presentation.name, presentation]));
const unknown = { name: 'unknown', text: 'unknown' };

/** What the octet means, in the words that clients see beside it. */
export function presentationText(octet: number): string {
  return (byOctet.get(octet) ?? unknown).text;
}

/** The octet's name in dialplans. */
export function presentationName(octet: number): string {
  return (byOctet.get(octet) ?? unknown).name;
}

/** Reads a name or an octet; undefined for what is neither. */
export function parsePresentation(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  const octet = byName.get(trimmed)?.octet ?? (/^\d{1,3}$/.test(trimmed) ? Number(trimmed) : undefined);
  return octet !== undefined && octet <= 0x7f ? octet : undefined;
}
