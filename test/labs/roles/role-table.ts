import { falseInteractive, type ScreenVerdict, scores } from './judge-screens.js';

/**
 * The results as a page.
 *
 * @param bare without any fact beside the cells
 * @param known with the name of the program, as tmux tells it
 */
export function roleTable(bare: readonly ScreenVerdict[], known: readonly ScreenVerdict[]): string {
  const halves = (['seen', 'held'] as const).filter((half) => bare.some((one) => one.half === half));
  const calm = (verdicts: readonly ScreenVerdict[]): readonly ScreenVerdict[] =>
    verdicts.filter((one) => one.calm);
  const lines = [
    '# Lab: the tree of roles',
    '',
    'Screens of real programs, labelled by hand, against `screenTree`: an element counts as right where a label has its role',
    'and its name. Only elements that are certain or likely count. The programs of the half `held` were labelled after the',
    'recogniser had been tuned on the others, and judged once: that is the first table. What was wrong then was made a guess or',
    'mended, so that the later numbers of that half are no longer those of unseen programs. `npm run lab -- roles` takes the',
    'tables again, `--list` names each mistake.',
    '',
    ...firstLook,
    '',
    ...halves.flatMap((half) =>
      halfLines(
        half,
        bare.filter((one) => one.half === half),
      ),
    ),
    '## Screens of text',
    '',
    `${calm(bare).length} screens of logs, differences and manual pages. Elements to act on that are not there:`,
    `${falseInteractive(bare).length} without any fact, ${falseInteractive(known).length} with the name of the program.`,
    ...falseInteractive(bare).map((line) => `- ${line}`),
    '',
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** Held out, at the first look: 99 screens of 17 programs; right by confidence: certain 8 of 8, likely 273 of 387. */
const firstLook = [
  '## Held out, at the first look',
  '',
  '99 screens of 17 programs. Right by confidence: certain: 8 of 8, likely: 273 of 387.',
  '',
  '| role | labelled | right | false | precision | recall |',
  '| --- | --- | --- | --- | --- | --- |',
  '| button | 93 | 46 | 0 | 1.00 | 0.49 |',
  '| checkbox | 50 | 44 | 0 | 1.00 | 0.88 |',
  '| dialog | 24 | 18 | 0 | 1.00 | 0.75 |',
  '| heading | 40 | 16 | 7 | 0.70 | 0.40 |',
  '| link | 26 | 0 | 0 | 1.00 | 0.00 |',
  '| listbox | 38 | 27 | 4 | 0.87 | 0.71 |',
  '| option | 146 | 99 | 60 | 0.62 | 0.68 |',
  '| progressbar | 2 | 0 | 12 | 0.00 | 0.00 |',
  '| radio | 18 | 6 | 0 | 1.00 | 0.33 |',
  '| region | 6 | 0 | 0 | 1.00 | 0.00 |',
  '| row | 26 | 0 | 14 | 0.00 | 0.00 |',
  '| status | 48 | 17 | 5 | 0.77 | 0.35 |',
  '| table | 10 | 0 | 2 | 0.00 | 0.00 |',
  '| textbox | 23 | 8 | 10 | 0.44 | 0.35 |',
  '',
];

function halfLines(half: string, verdicts: readonly ScreenVerdict[]): string[] {
  const programs = new Set(verdicts.map(({ id }) => id.split('/')[0]));
  const sure = verdicts.flatMap(({ right, extra }) => [
    ...right.map(({ confidence }) => ({ confidence, isRight: true })),
    ...extra.map(({ confidence }) => ({ confidence, isRight: false })),
  ]);
  const share = (confidence: string): string => {
    const all = sure.filter((one) => one.confidence === confidence);
    return `${confidence}: ${all.filter(({ isRight }) => isRight).length} of ${all.length}`;
  };
  const states = verdicts.reduce((sum, { otherState }) => sum + otherState.length, 0);
  return [
    `## ${half === 'seen' ? 'Seen while tuning' : 'Held out, now'}`,
    '',
    `${verdicts.length} screens of ${programs.size} programs. Right by confidence: ${share('certain')}, ${share('likely')}.`,
    `Right elements with another state or value than labelled: ${states}.`,
    '',
    '| role | labelled | right | false | precision | recall |',
    '| --- | --- | --- | --- | --- | --- |',
    ...scores(verdicts).map(
      ({ role, labelled, right, extra, precision, recall }) =>
        `| ${role} | ${labelled} | ${right} | ${extra} | ${precision.toFixed(2)} | ${recall.toFixed(2)} |`,
    ),
    '',
  ];
}
