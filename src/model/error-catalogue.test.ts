import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCatalogue } from './error-catalogue.js';
import { httpStatus } from './http-status.js';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');

describe('the error catalogue', () => {
  it('is what docs/errors.md lists: the same codes, meanings, exit codes and HTTP statuses', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (.+?) +\| (\d+) +\| (\d+) +\|$/gm)];
    const documented = rows.map(([, code, meaning, exitCode, status]) => [
      code,
      { meaning, exitCode: Number(exitCode), status: Number(status) },
    ]);
    expect(documented).toEqual(
      Object.entries(errorCatalogue).map(([code, entry]) => [
        code,
        { ...entry, status: httpStatus[code as keyof typeof httpStatus] },
      ]),
    );
  });

  it('gives each meaning as one sentence that fits a table', () => {
    for (const { meaning } of Object.values(errorCatalogue)) expect(meaning).toMatch(/^[A-Zt][^|\n]*\.$/);
  });

  it('keeps exit codes to those of the command line', () => {
    const exitCodes = new Set(Object.values(errorCatalogue).map(({ exitCode }) => exitCode));
    expect([1, 2, 124, 130]).toEqual(expect.arrayContaining([...exitCodes]));
  });
});
