import { describe } from './judge-observation.js';
import type { LabProgram } from './lab-program.js';
import type { Observation } from './observe-program.js';
import type { PlaceReport } from './try-programs.js';

export interface Summary {
  readonly tried: number;
  readonly right: number;
  readonly wrongCertain: number;
  readonly flapping: number;
  readonly passed: boolean;
  readonly text: string;
}

/** Verdicts that must be right, in hundredths. */
const RIGHT = 0.97;

export function summarize(reports: readonly PlaceReport[]): Summary {
  const all = reports.flatMap(({ observations }) => observations);
  const right = all.filter(({ problems }) => problems.length === 0).length;
  const wrongCertain = all.filter((one) => one.wrongCertain).length;
  const flapping = all.filter(({ problems }) => problems.some((text) => /prompts for/.test(text))).length;
  const programs = new Set(all.map(({ program }) => program.name)).size;
  const share = all.length === 0 ? 0 : right / all.length;
  const passed = wrongCertain === 0 && flapping === 0 && share >= RIGHT;
  const text = `${all.length} observations of ${programs} programs: ${right} right (${(share * 100).toFixed(1)} %), ${wrongCertain} wrong and certain, ${flapping} reported more than once.`;
  return { tried: all.length, right, wrongCertain, flapping, passed, text };
}

/** One line for each observation that is not right, and for each program that was not tried. */
export function problemLines(reports: readonly PlaceReport[]): string[] {
  return reports.flatMap(({ place, observations, notTried }) => [
    ...observations
      .filter(({ problems }) => problems.length > 0)
      .map(({ program, problems }) => `WRONG  ${place}: ${program.name}: ${problems.join('; ')}`),
    ...notTried
      .filter(({ why }) => !why.startsWith('only'))
      .map(({ program, why }) => `not tried  ${place}: ${program.name}: ${why}`),
  ]);
}

/** The page for the documentation. */
export function markdown(
  reports: readonly PlaceReport[],
  groups: Readonly<Record<string, readonly LabProgram[]>>,
): string {
  const { text } = summarize(reports);
  const places = reports.map(({ place }) => place);
  const lines = [
    '# Verdict lab',
    '',
    'What `status()` and `waitForPrompt()` say about real programs, written by `npm run lab -- verdicts --write`. The truth is declared with each program, from its source or its manual, in `test/labs/verdicts/programs`; muxwright is never asked for it. A verdict is right if a client that follows the run and one that asks once both have it within 2 seconds, with the question where one is declared, and if the run reports one prompt for one wait.',
    '',
    text,
    '',
    '`?` waits, `–` works; a capital letter names the confidence: **C**ertain, **L**ikely, **G**uess. `✗` is a wrong verdict; an empty cell was not tried there.',
  ];
  for (const [group, programs] of Object.entries(groups)) {
    lines.push(
      '',
      `## ${group}`,
      '',
      `| program | truth | ${places.join(' | ')} |`,
      `|---|---|${places.map(() => '---|').join('')}`,
    );
    for (const program of programs) {
      const cells = reports.map(({ observations }) =>
        cell(observations.find((one) => one.program === program)),
      );
      lines.push(`| ${program.name.replaceAll('|', '\\|')} | ${program.truth} | ${cells.join(' | ')} |`);
    }
  }
  const wrong = reports.flatMap(({ place, observations }) =>
    observations
      .filter(({ problems }) => problems.length > 0)
      .map(
        ({ program, problems }) =>
          `- ${place}: ${program.name}: ${problems.join('; ').replaceAll('|', '\\|')}`,
      ),
  );
  if (wrong.length > 0) lines.push('', '## Not right', '', ...wrong);
  return `${lines.join('\n')}\n`;
}

function cell(observation: Observation | undefined): string {
  if (!observation) return '';
  const last = observation.asked.at(-1)?.status;
  const mark = observation.problems.length > 0 ? '✗ ' : '';
  if (!last) return `${mark}no state`;
  const sign = last.state === 'waiting-for-input' ? '?' : '–';
  return `${mark}${sign} ${last.confidence.slice(0, 1).toUpperCase()}`;
}

/** For a person who watches the lab. */
export function progressLine({ program, problems, settledMs, asked }: Observation): string {
  const last = asked.at(-1)?.status;
  const mark = problems.length === 0 ? 'ok   ' : 'WRONG';
  return `${mark} ${program.name} (${settledMs === undefined ? '-' : Math.round(settledMs)} ms): ${problems.join('; ') || (last ? describe(last) : '')}`;
}
