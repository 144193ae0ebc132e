import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'end';
  /** Leaves the title to screen readers, for columns of buttons. */
  readonly titleHidden?: boolean;
}

export interface TableProps<Row> {
  /** What it lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the page it is scrolled, also by keys.
    <section className="table-frame" aria-label={label} tabIndex={0}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, align, titleHidden }) => (
              <th key={title} scope="col" data-align={align}>
                {titleHidden ? <span className="hidden-text">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, align }) => (
                <td key={title} data-align={align}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
