import { describe } from './judge-observation.js';
import type { LabProgram } from './lab-program.js';
import type { Observation } from './observe-program.js';
import { contradiction, traceText } from './tracer/trace-terminal.js';
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

/** All places together; the lab has passed where each of them has. */
export function summarize(reports: readonly PlaceReport[]): Summary {
  const passed = reports.length > 0 && reports.every((report) => count([report]).passed);
  return { ...count(reports), passed };
}

function count(reports: readonly PlaceReport[]): Summary {
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

/** Where the declared truth and the tracer cannot both be right. */
export function contradictionLines(reports: readonly PlaceReport[]): string[] {
  const traced = reports.flatMap(({ observations }) => observations.filter((one) => one.traced));
  const lines = traced.flatMap(({ program, traced }) => {
    const text = traced && contradiction(program, traced);
    return text ? [`TRACER  ${program.name}: ${text}`] : [];
  });
  const checked = traced.filter(({ program }) => !program.hidden && !program.elsewhere).length;
  return [
    ...lines,
    `${traced.length} programs traced, of which ${checked} can be checked so; ${lines.length} not as declared.`,
  ];
}

/** The page for the documentation. */
export function markdown(
  reports: readonly PlaceReport[],
  groups: Readonly<Record<string, readonly LabProgram[]>>,
): string {
  const { text } = summarize(reports);
  const places = reports.map(({ place }) => place);
  const traces = new Map(
    reports.flatMap(({ observations }) =>
      observations.flatMap(({ program, traced }) => (traced ? [[program, traced] as const] : [])),
    ),
  );
  const lines = [
    '# Verdict lab',
    '',
    'What `status()` and `waitForPrompt()` say about real programs, written by `npm run lab -- verdicts --trace --write`. A verdict is right if a client that follows the run and one that asks once both have it within 2 seconds, with the question where one is declared, and if the run reports one prompt for one wait.',
    '',
    ...TRUTH,
    '',
    text,
    '',
    '| place | observations | right | wrong and certain | more than one prompt |',
    '|---|---|---|---|---|',
    ...reports.map((report) => placeRow(report)),
    '',
    ...(traces.size > 0 ? [contradictionLines(reports).at(-1) ?? '', ''] : []),
    '`?` waits, `–` works; a capital letter names the confidence: **C**ertain, **L**ikely, **G**uess. `✗` is a wrong verdict; an empty cell was not tried there. The column *tracer* says what the tracer saw.',
  ];
  for (const [group, programs] of Object.entries(groups)) {
    lines.push(
      '',
      `## ${group}`,
      '',
      `| program | truth | tracer | ${places.join(' | ')} |`,
      `|---|---|---|${places.map(() => '---|').join('')}`,
    );
    for (const program of programs) {
      const traced = traces.get(program);
      const cells = reports.map(({ observations }) =>
        cell(observations.find((one) => one.program === program)),
      );
      lines.push(
        `| ${program.name.replaceAll('|', '\\|')} | ${program.truth} | ${traced ? traceText(traced) : ''} | ${cells.join(' | ')} |`,
      );
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

/** How the truth was established. */
const TRUTH = [
  '## Where the truth comes from',
  '',
  'It is declared with each program in `test/labs/verdicts/programs`, from its source or its manual: whether it waits for a person or works, and what it asks. muxwright is never asked for it.',
  '',
  'The declaration is checked from outside: `--trace` runs `test/labs/verdicts/tracer/trace-terminal.py` beside each program while it is in its state, on this machine and as root. It is written in another language and shares no code with muxwright. It finds every process that has the terminal open by device and inode, in whatever session, group or user it is, and those behind terminals that such a process has made. For 2 seconds it reads the system call of each of their threads about a hundred times. A program that is declared as waiting must have been met in a read or a poll of the terminal in at least 80 % of the samples; one that is declared as working may not have been blocked there in more than 20 %, unless threads of it ran meanwhile. What the program of another machine does cannot be traced here, nor one that looks for a moment only, now and then; for these everything but a wrong `certain` counts as right, or a right guess. A program that wakes up by itself and also takes keys (`polls, timed`) waits for a person by its manual and its screen, not by its calls: an editor with a timer does, a monitor does not.',
];

function placeRow(report: PlaceReport): string {
  const { tried, right, wrongCertain, flapping } = count([report]);
  const share = tried === 0 ? 0 : (right / tried) * 100;
  return `| ${report.place} | ${tried} | ${right} (${share.toFixed(1)} %) | ${wrongCertain} | ${flapping} |`;
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
