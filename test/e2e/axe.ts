import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe calls serious or worse on the page, but for the screens of programs, which choose their own colours. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // By the debugger, which the policy of the page does not bind.
  await page.evaluate(await source);
  const run =
    "axe.run({ exclude: [['.xterm-rows']] }, { resultTypes: ['violations'] }).then(({ violations }) => violations)";
  const violations = (await page.evaluate(run)) as readonly Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
