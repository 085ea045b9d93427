import { cpuPerRequest, p50, p99, rate, typical } from './measure/figures';
import type { Contender, Measurement } from './measure/in-turns';
import type { Target } from './processes/target';
import { cells, fixed, remarks } from './report';

/** One request at a time shows how long an answer takes, 32 at a time what it costs. */
export function answerRows(target: Target, paths: Readonly<Record<string, string>>): Contender[] {
  const { endpoint, pid: serverPid } = target;
  return [1, 32].flatMap((connections) =>
    Object.entries(paths).map(([name, path]): Contender => ({
      name: `http ${name}, ${connections}`,
      job: (duration) => ({
        ...duration,
        kind: 'http',
        endpoint,
        serverPid,
        connections,
        request: target.request('GET', path),
      }),
    })),
  );
}

export function answersTable(measurements: readonly Measurement[]): string {
  const head = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/req'];
  const rows = measurements.map((measurement) => [
    measurement.name,
    fixed(typical(measurement, rate), 0),
    fixed(typical(measurement, p50), 3),
    fixed(typical(measurement, p99), 3),
    fixed(typical(measurement, cpuPerRequest), 1),
  ]);
  return [...[head, ...rows].map(cells), ...remarks(measurements)].join('\n');
}
