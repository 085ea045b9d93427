import type { RoundReport } from './rounds';

/** A line for every fault, a column for every moment, and in the cells the number of findings. */
export function tableOf(reports: readonly RoundReport[]): readonly string[] {
  const faults = [...new Set(reports.map(({ fault }) => fault))];
  const moments = [...new Set(reports.map(({ moment }) => moment))];
  const cell = (fault: string, moment: string): string => {
    const played = reports.filter((report) => report.fault === fault && report.moment === moment);
    if (played.length === 0) return '-';
    const findings = played.reduce((sum, report) => sum + report.findings.length, 0);
    return findings === 0 ? 'good' : `${findings} findings`;
  };
  const rows = [['', ...moments], ...faults.map((fault) => [fault, ...moments.map((moment) => cell(fault, moment))])];
  const widths = ['', ...moments].map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
