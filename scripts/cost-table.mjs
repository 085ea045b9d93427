/** How many suites are listed. */
const dearest = 40;

/**
 * What suites have cost, from the lines of scripts/suite-costs.cjs, as text: the dearest of them, and their groups in the order in which these began. Processor time
 * can be compared between runs, also those of a busy machine; the time that passed cannot.
 */
export function costTable(lines) {
  const costs = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const suites = costs.map((cost) => ({ ...cost, cpu: cost.loading + cost.running }));
  const start = Math.min(...suites.map(({ began }) => began));
  const total = sum(suites);
  const byCost = [...suites].sort((one, other) => other.cpu - one.cpu).slice(0, dearest);
  return [
    ...['', `${seconds(total)} s of processor time in ${suites.length} suites`, '', ' cpu s  load s  wall s  suite'],
    ...byCost.map(
      ({ suite, cpu, loading, began, ended }) =>
        `${seconds(cpu)}  ${seconds(loading)}  ${seconds((ended - began) / 1000)}  ${suite}`,
    ),
    ...['', ' cpu s  begin s   end s  group'],
    ...groupsOf(suites)
      .sort((one, other) => one.began - other.began)
      .map(
        ({ group, cpu, began, ended }) =>
          `${seconds(cpu)}  ${seconds((began - start) / 1000)}  ${seconds((ended - start) / 1000)}  ${group}`,
      ),
    '',
  ].join('\n');
}

function groupsOf(suites) {
  return [...new Set(suites.map(({ group }) => group))].map((group) => {
    const members = suites.filter((each) => each.group === group);
    const began = Math.min(...members.map((each) => each.began));
    return { group, cpu: sum(members), began, ended: Math.max(...members.map(({ ended }) => ended)) };
  });
}

function sum(suites) {
  return suites.reduce((total, { cpu }) => total + cpu, 0);
}

function seconds(value) {
  return value.toFixed(1).padStart(6);
}
