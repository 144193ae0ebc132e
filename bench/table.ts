import { advantage, OURS, type Result } from './benchmark.js';

export const HEADER = `Medians; contenders take turns in one run, so compare within a block, not between two runs.
p99: what 99 of 100 samples did not fall short of.   n: samples.
× ours: how many times better muxwright is (times: theirs / ours, rates: ours / theirs). Above 1 we win.
*: the best alternative there is, whose × is the "ratio" of --json. (floor): does only what cannot be left out.`;

/** One result as a block of lines, we first. */
export function formatResult(result: Result): string {
  const { name, unit, ours, peers, rival, floors } = result;
  const rows = Object.entries({ [OURS]: ours, ...peers }).map(([contender, value]) => [
    `  ${contender}${floors.includes(contender) ? ' (floor)' : ''}`,
    number(value),
    number(result.p99[contender] ?? Number.NaN),
    String(result.n[contender] ?? 0),
    contender === OURS ? '' : `${number(advantage(unit, ours, value))}${contender === rival ? '*' : ' '}`,
  ]);
  return [[name, unit, 'p99', 'n', '× ours '], ...rows].map(formatRow).join('\n');
}

function formatRow([name = '', ...cells]: readonly string[]): string {
  return `${name.padEnd(44)}${cells.map((cell) => cell.padStart(10)).join('')}`.trimEnd();
}

/** Three digits that count; nothing where there was nothing to measure. */
function number(value: number): string {
  if (Number.isNaN(value)) return '-';
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : value >= 1 ? 2 : 3);
}
