/** The known word that is a typing slip away from the given one, if there is one. */
export function closest(word: string, known: Iterable<string>): string | undefined {
  // Two letters that changed places count as two edits.
  const limit = Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3));
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { word: candidate, distance };
  }
  return best?.word;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
