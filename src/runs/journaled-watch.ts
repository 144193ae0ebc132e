import { logSize } from './log-size.js';
import type { RunJournal } from './run-journal.js';
import type { RunPlace } from './run-place.js';
import { RunWatch } from './run-watch.js';

/** Follows a run and writes down what happens to it, as long as somebody watches. */
export function journaledWatch(place: RunPlace, fresh: boolean, journal: RunJournal): RunWatch {
  const watch = new RunWatch(place, fresh, journal);
  watch.listen({
    wake: () => {},
    trouble: (trouble) => journal.later(journal.troubled(trouble)),
    status: (status, answers) => {
      if (status.state === 'finished') journal.later(journal.finished(status));
      else if (answers !== undefined) journal.later(journal.became(status, answers));
    },
    asks: (status, answers) => journal.later(journal.became(status, answers)),
    answered: (answers) => journal.later(journal.answered(answers)),
  });
  void watch.complete.then(() => {
    if (!watch.ended) return;
    journal.completed();
    journal.later(logSize(place).then((bytes) => journal.measured(bytes)));
  });
  return watch;
}
