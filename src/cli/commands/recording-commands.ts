import type { Command } from '../command.js';
import { targetHost } from '../options.js';

/** What panes showed, for players. */
export const recordingCommands: readonly Command[] = [
  {
    name: 'record',
    group: 'panes',
    summary: 'record a pane as asciicast, for asciinema and other players',
    description:
      'Records until the pane or its run ends, the time limit is reached, or Ctrl-C. Starts with the current\n' +
      'screen. Secrets are masked before anything is written; keyboard input is not recorded. An existing file\n' +
      'is not overwritten. The default file is in the folder recordings of the state folder.',
    options: [
      {
        name: 'out',
        letter: 'o',
        value: 'FILE',
        completes: 'file',
        description: 'output file, e.g. demo.cast',
      },
      {
        name: 'format',
        value: 'V',
        completes: ['v2', 'v3'],
        description: 'asciicast version: v2 (all players support it) or v3',
      },
      { name: 'for', value: 'T', kind: 'duration', description: 'stop after this time, e.g. 30s' },
      { name: 'title', value: 'T', description: 'title shown by players' },
      targetHost,
    ],
    operands: [{ name: 'TARGET', completes: 'target' }],
    operations: ['recording.start', 'recording.stop'],
    examples: [
      ['mux record api --out api.cast', 'record until it ends, or Ctrl-C'],
      ['mux record %3 --for 30s', 'record a pane for 30 seconds'],
    ],
    load: async () => (await import('../recordings/recording-executors.js')).record,
  },
  {
    name: 'play',
    group: 'panes',
    summary: 'play a recording in this terminal',
    description:
      'FILE is an asciicast file (version 2 or 3), a recording id or a run id. A finished run without a\n' +
      'recording is played from its log, in steps of a second. Use a terminal at least as large as the recorded\n' +
      'one.',
    options: [
      { name: 'speed', value: 'N', description: 'playback speed as a factor, e.g. 2' },
      {
        name: 'idle-limit',
        value: 'T',
        kind: 'duration',
        description: 'shorten pauses to at most this time',
      },
      {
        name: 'all-sequences',
        description:
          'also replay sequences that set titles, the clipboard, etc. (default: colours and cursor only)',
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
    description: 'Lists running and finished recordings, newest first.',
    options: [],
    operands: [],
    operations: ['recording.list'],
    examples: [['mux recordings', 'all']],
    load: async () => (await import('../recordings/recording-executors.js')).recordings,
  },
];
