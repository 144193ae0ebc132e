import { type Rule, rules } from './check/violation.js';
import type { RoundResult } from './round.js';

/** What is kept of a round: `revision` is the commit that it was played on. */
export type KeptResult = { readonly revision: string } & Pick<
  RoundResult,
  'seed' | 'profile' | 'counts' | 'jobs' | 'seconds'
> & {
    readonly violations: readonly { readonly rule: Rule; readonly about: string; readonly detail: string }[];
  };

/** The page of docs/labs about what was injected, and what the checker found. */
export function resultsPage(results: readonly KeptResult[]): string {
  const faults = sumBy(
    results.flatMap(({ profile, counts }) =>
      Object.entries(counts).map(([name, count]) => [`${profile} | ${name}`, count] as const),
    ),
  );
  const violations = results.flatMap(({ seed, profile, violations: found }) =>
    found.map(({ rule }) => ({ seed, profile, rule })),
  );
  const total = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const revisions = [...new Set(results.map(({ revision }) => `\`${revision}\``))].join(', ');
  const jobs = results.reduce((sum, result) => sum + result.jobs, 0);
  return `# The chaos suite

Made by \`npm run test:chaos -- --report\` from the results of all rounds that were kept. Library processes, \`mux serve\` with
its clients and \`mux run\` work on one store and one tmux server, two of each, with programs whose every byte is known,
while faults come at random. Then a checker compares everything with what the programs did. A seed and a profile give the
same faults again: \`npm run test:chaos -- --seed N --profile NAME --rounds 1\`.

**${number(results.length)} rounds, ${number(jobs)} programs, ${number(total)} faults, ${number(violations.length)} violations.**
Played on ${revisions}.

| profile | fault | count |
| ------- | ----- | ----: |
${[...faults]
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([name, count]) => `| ${name} | ${number(count)} |`)
  .join('\n')}

| profile | rounds | faults | rounds with violations | seeds of these |
| ------- | -----: | -----: | ---------------------: | -------------- |
${profileRows(results).join('\n')}

${violations.length === 0 ? 'No rule was violated:' : 'What was violated, and by which seeds:'}

| rule | violations | seeds |
| ---- | ---------: | ----- |
${ruleRows(violations).join('\n')}
`;
}

function profileRows(results: readonly KeptResult[]): string[] {
  const names = [...new Set(results.map(({ profile }) => profile))].sort();
  return names.map((name) => {
    const own = results.filter(({ profile }) => profile === name);
    const bad = own.filter(({ violations }) => violations.length > 0);
    const faults = own.reduce(
      (sum, { counts }) => sum + Object.values(counts).reduce((all, one) => all + one, 0),
      0,
    );
    const seeds = bad.map(({ seed }) => seed).join(', ');
    return `| ${name} | ${number(own.length)} | ${number(faults)} | ${bad.length} | ${seeds} |`;
  });
}

function ruleRows(
  violations: readonly { readonly seed: number; readonly profile: string; readonly rule: Rule }[],
): string[] {
  return (Object.keys(rules) as Rule[]).map((rule) => {
    const own = violations.filter((violation) => violation.rule === rule);
    const seeds = [...new Set(own.map(({ profile, seed }) => `${profile} ${seed}`))].join(', ');
    return `| ${rules[rule]} | ${own.length} | ${seeds} |`;
  });
}

function sumBy(pairs: readonly (readonly [name: string, count: number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of pairs) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
