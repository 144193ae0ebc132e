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
    'and its name. Only elements that are certain or likely count. The programs of the half `held` were labelled after the last',
    'change of the recogniser. `npm run lab -- roles` takes the table again, `--list` names each mistake.',
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
    `## ${half === 'seen' ? 'Seen while tuning' : 'Held out'}`,
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
