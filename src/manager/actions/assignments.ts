/** The assignments of a header field `Variable: name=value,name=value`, without empty ones. */
function partsOf(text: string): string[] {
  return text.split(',').filter((part) => part.trim() !== '');
}

/** What is wrong with one of these header fields; undefined when nothing is. */
export function assignmentProblem(texts: readonly string[]): string | undefined {
  const wrong = texts.flatMap(partsOf).find((part) => part.indexOf('=') < 1);
  return wrong === undefined ? undefined : `Variable must be name=value, got '${wrong.slice(0, 80)}'`;
}

export function assignmentsIn(text: string): [name: string, value: string][] {
  return partsOf(text).map((part) => {
    const equals = part.indexOf('=');
    return [part.slice(0, equals).trim(), part.slice(equals + 1)];
  });
}
