import type { Command } from '../command.js';
import type { OptionSpec } from '../parse-arguments.js';

const reports: OptionSpec = {
  name: 'reports',
  value: 'FOLDER',
  completes: 'file',
  description: 'folder of the reports (default: muxwright-report)',
};

/** Traces of tests. */
export const traceCommands: readonly Command[] = [
  {
    name: 'trace show',
    group: 'rest',
    summary: 'show why a test of muxwright/test failed',
    description:
      'TRACE is a trace.html or trace.json, its folder, or the name in the message of the failure; a part of the name is\n' +
      'enough. Prints the verdict, the last entries and the address of the page that shows the whole trace.',
    options: [
      { name: 'md', description: 'print the whole report as Markdown, e.g. for a model' },
      { name: 'open', description: 'also open the page in a browser' },
      reports,
    ],
    operands: [{ name: 'TRACE', completes: 'file' }],
    operations: [],
    examples: [
      ['mux trace show form-saves', 'by a part of its name'],
      ['mux trace show form-saves --md', 'for a language model'],
      ['mux trace show trace.html --json', 'the whole trace as JSON'],
    ],
    load: async () => (await import('../traces/trace-executors.js')).show,
  },
  {
    name: 'trace extract',
    group: 'rest',
    summary: 'split a trace.html into its JSON, Markdown and recordings',
    description: 'Files that are there are not written over.',
    options: [
      {
        name: 'out',
        letter: 'o',
        value: 'FOLDER',
        completes: 'file',
        description: 'into this folder (default: .)',
      },
      reports,
    ],
    operands: [{ name: 'TRACE', completes: 'file' }],
    operations: [],
    examples: [['mux trace extract trace.html --out form-saves', 'into a folder, which is made']],
    load: async () => (await import('../traces/trace-executors.js')).extract,
  },
];
