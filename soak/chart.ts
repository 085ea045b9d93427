const blocks = '▁▂▃▄▅▆▇█';
const columns = 60;

/** Values in one line, each column the highest of its share, from the lowest value to the highest. */
export function sparkline(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const level = (value: number): string => {
    const share = high === low ? 0 : (value - low) / (high - low);
    return blocks[Math.round(share * (blocks.length - 1))] ?? '';
  };
  return inColumns(values).map(level).join('');
}

function inColumns(values: readonly number[]): number[] {
  if (values.length <= columns) return [...values];
  return Array.from({ length: columns }, (_, column) => {
    const [from, to] = [column, column + 1].map((edge) => Math.floor((edge * values.length) / columns));
    return Math.max(...values.slice(from, to));
  });
}
