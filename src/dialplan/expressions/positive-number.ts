/** The whole number that a text begins with; undefined when there is none, or none above 0. */
export function readPositive(text: string | undefined): number | undefined {
  const number = Number.parseInt(text ?? '', 10);
  return number > 0 ? number : undefined;
}
