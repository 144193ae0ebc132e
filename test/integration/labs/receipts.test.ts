import { describe, expect, it } from 'vitest';
import { labPrograms } from '../../labs/receipts/programs.js';
import { type LabRow, runLab } from '../../labs/receipts/run-lab.js';

/** The others wait for seconds before they give up, and are part of the whole lab. */
const SLOW =
  /^(?:swallows|Enter is always|prompt, Enter|Enter (?:changes|moves)|nobody reads|stops reading|takes it late)/;

describe('the receipt lab, in short', () => {
  it('finds no false receipt, no doubled and no wrong text [B5] [B6]', { timeout: 240_000 }, async () => {
    const programs = labPrograms.filter(({ name }) => !SLOW.test(name));
    const rows: LabRow[] = [];
    await Promise.all(
      [0, 1, 2, 3].map(async (part) => {
        const own = programs.filter((_, index) => index % 4 === part);
        rows.push(...(await runLab(own, { sends: () => 2, parallel: 1 })));
      }),
    );
    expect(rows).toHaveLength(programs.length);
    // How often proof is found is a matter of many sends, and of how busy the machine is.
    const wrong = rows.flatMap(({ program, wrong: all }) =>
      all.filter(({ what }) => what !== 'too careful').map((each) => ({ program: program.name, ...each })),
    );
    expect(wrong).toEqual([]);
  });
});
