export interface TourStop {
  readonly path: string;
  /** Where its link leads, where that is more than the path. */
  readonly link?: string;
  readonly title: string;
  /** What there is to see and to do. */
  readonly text: string;
}

const FIRST_STOP = '/inbox';

/** The inbox with the question of the tour: other programs may wait there, too. */
export function firstStop(runId: string): string {
  return `${FIRST_STOP}?item=${encodeURIComponent(runId)}`;
}

/** The way of the tour through the pages. */
export function tourStops(runId: string, worker: string, isAnswered = false): readonly TourStop[] {
  const run = encodeURIComponent(runId);
  return [
    {
      path: FIRST_STOP,
      link: firstStop(runId),
      title: 'Answer',
      text: isAnswered
        ? 'Your answer went into a real terminal. See how the program used it.'
        : 'A program waits for your name. Type it and press Enter: it goes into a real terminal.',
    },
    {
      path: `/runs/${run}`,
      title: 'Watch',
      text: 'The same run: its output as it comes, its exit code, and how its state is known.',
    },
    {
      path: `/recordings/${run}`,
      title: 'Replay',
      text: 'All of it was recorded. Drag the bar, jump to the question, search for a word.',
    },
    {
      path: '/workers',
      title: 'Worker',
      text: `${worker} keeps running when you leave. View its screen, read its log, restart it.`,
    },
    {
      path: '/',
      title: 'Overview',
      text: 'Every pane of every session, live. A language model would use a split workspace like this one.',
    },
  ];
}
