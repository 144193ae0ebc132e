import type { Command } from '../command.js';
import { targetHost } from '../options.js';

/** What panes showed, for players. */
export const recordingCommands: readonly Command[] = [
  {
    name: 'record',
    group: 'panes',
    summary: 'record what a pane shows, for asciinema and other players',
    description:
      'Until the pane or its run ends, the time is up, or Ctrl-C. It begins with the screen as it is. Secrets are hidden\n' +
      'before anything is written; what is typed is not recorded. A file that is there is not written over. Without --out\n' +
      'it goes into the folder recordings of the state folder.',
    options: [
      {
        name: 'out',
        letter: 'o',
        value: 'FILE',
        completes: 'file',
        description: 'into this file, such as demo.cast',
      },
      {
        name: 'format',
        value: 'V',
        completes: ['v2', 'v3'],
        description: 'version of asciicast: v2, which all players understand, or v3',
      },
      { name: 'for', value: 'T', kind: 'duration', description: 'end after this time' },
      { name: 'title', value: 'T', description: 'what players show as its title' },
      targetHost,
    ],
    operands: [{ name: 'TARGET', completes: 'target' }],
    operations: ['recording.start', 'recording.stop'],
    examples: [
      ['mux record api --out api.cast', 'until Ctrl-C, or until it ends'],
      ['mux record %3 --for 30s', 'half a minute of a pane'],
    ],
    load: async () => (await import('../recordings/recording-executors.js')).record,
  },
  {
    name: 'play',
    group: 'panes',
    summary: 'play a recording in this terminal, until its end or Ctrl-C',
    description:
      'FILE is a recording in the form asciicast 2 or 3, the id of a recording, or the id of a run: one that ended\n' +
      'unrecorded is played from its log, second by second. The terminal should be as large as the one that was recorded.',
    options: [
      { name: 'speed', value: 'N', description: 'so many times as fast' },
      { name: 'idle-limit', value: 'T', kind: 'duration', description: 'no pause longer than this' },
      {
        name: 'all-sequences',
        description: 'also what sets titles, the clipboard and the like (default: colours and the cursor)',
      },
    ],
    operands: [{ name: 'FILE', completes: 'file' }],
    operations: ['recording.read'],
    examples: [['mux play api.cast --speed 2 --idle-limit 1s', 'quickly']],
    load: async () => (await import('../recordings/recording-executors.js')).play,
  },
  {
    name: 'recordings',
    group: 'panes',
    summary: 'list recordings',
    description: 'Running and ended recordings, newest first.',
    options: [],
    operands: [],
    operations: ['recording.list'],
    examples: [['mux recordings', 'all']],
    load: async () => (await import('../recordings/recording-executors.js')).recordings,
  },
];
