import type { FuzzRow } from './run-fuzz.js';

/** The page of docs/labs about what was tried, and how it went. */
export function fuzzPage(rows: readonly FuzzRow[], seed: number): string {
  const sum = (of: (row: FuzzRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const lines = rows.map(
    ({ name, inputs, refused, crashes, longestMs }) =>
      `| ${name} | ${number(inputs)} | ${number(refused)} | ${crashes.length} | ${Math.ceil(longestMs)} |`,
  );
  return `# The fuzz lab

Made by \`npm run lab -- fuzz --write\`. Each reader of something that others wrote gets inputs that are made from good ones:
bytes turn, parts go missing, are doubled or exchanged, and words that mean something are put in, some of them thousands of
times. An input is refused with an error of the [catalogue](../errors.md) or taken; everything else is a crash. The doors
are those of a real server, for tokens that may read or answer; their time includes a wait of the client of up to half a
second. The same seed gives the same inputs.

Seed ${seed}: **${number(sum(({ inputs }) => inputs))} inputs, ${sum(({ crashes }) => crashes.length)} crashes, the longest took ${Math.ceil(Math.max(...rows.map(({ longestMs }) => longestMs)))} ms.**

| what reads | inputs | refused | crashes | longest, ms |
| ---------- | -----: | ------: | ------: | ----------: |
${lines.join('\n')}
`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
