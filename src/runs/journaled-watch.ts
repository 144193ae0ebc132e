import { logSize } from './log-size.js';
import type { RunJournal } from './run-journal.js';
import type { RunPlace } from './run-place.js';
import { RunWatch } from './run-watch.js';

/** Follows a run and writes down what happens to it, as long as somebody watches. */
export function journaledWatch(place: RunPlace, fresh: boolean, journal: RunJournal): RunWatch {
  const watch = new RunWatch(place, fresh);
  watch.listen({
    wake: () => {},
    trouble: (trouble) => note(journal.troubled(trouble)),
    status: (status) => {
      if (status.state === 'finished') note(journal.finished(status));
      else note(journal.became(status));
    },
  });
  void watch.complete.then(() => {
    if (!watch.ended) return;
    journal.completed();
    note(logSize(place).then((bytes) => journal.measured(bytes)));
  });
  return watch;
}

/** A store that cannot be written to is met by the next call that asks for something; watching goes on. */
function note(writing: Promise<void>): void {
  writing.catch(() => {});
}
