import type { LabRow } from './run-lab.js';

/** The outcome of the lab as a page of the docs. */
export function receiptTable(rows: readonly LabRow[]): string {
  const sum = (pick: (row: LabRow) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const wrong = (...kinds: readonly string[]): number =>
    sum((row) => row.wrong.filter(({ what }) => kinds.includes(what)).length);
  const count = (row: LabRow, ...kinds: readonly string[]): number =>
    kinds.reduce((total, kind) => total + (row.counts[kind] ?? 0), 0);
  const cells = rows.map((row) => [
    row.program.name,
    String(row.sends),
    String(count(row, 'submitted', 'queued')),
    String(count(row, 'unconfirmed', 'SEND_UNCONFIRMED')),
    others(row),
    String(row.wrong.length),
  ]);
  const head = ['program', 'sends', 'proven', 'unconfirmed', 'refused with a reason', 'wrong'];
  return [
    '# Receipt lab',
    '',
    'Texts are sent to programs that misbehave, and each receipt is compared with what the program wrote down about',
    'itself. `npm run lab -- receipts` runs it, and fails if anything is wrong; `--write` writes this page.',
    '',
    `${rows.length} programs, ${sum((row) => row.sends)} sends: ${wrong('false receipt')} false \`submitted\` or \`queued\`, ${wrong('doubled')} doubled,`,
    `${wrong('wrong text')} with a wrong text, ${wrong('approved')} approvals, ${wrong('no reason', 'sent in spite of an error')} failures without a reason.`,
    '',
    '"Proven" is `submitted` or `queued`. Most of these programs never take the text, so that no proof can exist.',
    '',
    ...aligned([head, head.map(() => ''), ...cells]),
    '',
  ].join('\n');
}

function others({ counts }: LabRow): string {
  const proven = new Set(['submitted', 'queued', 'unconfirmed', 'SEND_UNCONFIRMED']);
  const rest = Object.entries(counts).filter(([kind]) => !proven.has(kind));
  return rest.map(([kind, times]) => `${times} \`${kind}\``).join(', ');
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row, index) => {
    const fill = index === 1 ? '-' : ' ';
    return `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(' | ')} |`;
  });
}
