import type { OptionSpec } from './parse-arguments.js';

/** Options that several commands have, with one description each. */
export const host: OptionSpec = {
  name: 'host',
  value: 'H',
  kind: 'host',
  completes: 'host',
  description: 'local (the default), docker://NAME or ssh://user@host:port; ?socket=NAME for tmux -L NAME',
};

export const targetHost: OptionSpec = {
  ...host,
  description: 'host of the pane or target (default: local)',
};

export const cwd: OptionSpec = {
  name: 'cwd',
  value: 'D',
  completes: 'file',
  description: 'folder to start in (default on this machine: the current one)',
};

export const env: OptionSpec = {
  name: 'env',
  value: 'K=V',
  kind: 'pair',
  repeatable: true,
  description: 'set a variable for the command',
};

export const redact: OptionSpec = {
  name: 'redact',
  value: 'RE',
  kind: 'pattern',
  repeatable: true,
  description: 'hide matching text, in addition to common tokens and passwords',
};

export const timeout: OptionSpec = {
  name: 'timeout',
  value: 'T',
  kind: 'duration',
  description: 'time limit, e.g. 500ms, 30s, 5m or 2h',
};

export const secret: OptionSpec = {
  name: 'secret',
  description: 'treat the text as secret: keep it out of logs, history and output',
};

export const question: OptionSpec = {
  name: 'question',
  value: 'F',
  description: 'fingerprint of the question to answer (see mux status, mux inbox)',
};
