/** Something that must not happen, whatever the fault was. */
export interface Violation {
  readonly rule: Rule;
  /** The job, chat, reader or process that it is about. */
  readonly about: string;
  readonly detail: string;
}

/** What the checker judges. */
export const rules = {
  'started-twice': 'A command is started at most once for each start.',
  'not-started': 'A start that was confirmed has started the command.',
  unknown: 'A command that was started is known as one run.',
  'not-ended': 'A run whose command has ended is known to have ended.',
  'wrong-end': 'An exit code is that of the command, and nothing that ended by itself is lost.',
  'false-certainty': 'A command that was ended from outside is lost, and nothing else.',
  'wrong-store': 'The store has the end that a fresh process sees.',
  'told-wrong': 'A reader is told the end that the command had.',
  'log-differs':
    'The log is the output, with missing parts only where a recorder was killed and the log says so.',
  'log-fault': 'Recording ends early only where the log cannot be written.',
  'answer-missing': 'Each question gets its answer.',
  'answer-wrong': 'Each answer goes to the question that it was meant for, once.',
  'cursor-broken': 'A reader that continues from its cursor gets each line once and in order.',
  'exit-event': 'The journal has one exit for each run that has ended.',
  'journal-broken': 'A reader of the journal gets each event once and in order.',
  'delivery-missing': 'What was accepted arrives.',
  'delivery-twice': 'Nothing that was sent arrives twice.',
  'delivery-order': 'What one sender sends arrives in order.',
  'delivery-strange': 'Nothing arrives that was not sent.',
  'command-differs': 'mux run prints what the command prints, and exits with its code.',
  'recording-differs': 'A recording shows what the command printed.',
  'process-ended': 'No process ends by itself.',
  'not-closed': 'A process that is told to end ends.',
  'internal-error': 'Each error has a code of the catalogue, and none is a mistake of muxwright.',
  'file-left': 'No temporary file is left.',
  'process-left': 'No process is left.',
} as const;

export type Rule = keyof typeof rules;
