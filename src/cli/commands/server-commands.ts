import type { Command } from '../command.js';
import { limitOptions } from './limit-options.js';

/** The server, and who may use it. */
export const serverCommands: readonly Command[] = [
  {
    name: 'serve',
    group: 'server',
    summary: 'serve the operations and the dashboard over HTTP',
    description:
      'Runs until Ctrl-C or SIGTERM. Prints a link that opens the dashboard once; programs use a token. Listens on this\n' +
      'machine only; beyond it, it needs a certificate, or --insecure behind a proxy that has one.',
    options: [
      {
        name: 'port',
        value: 'N',
        kind: 'number',
        description: 'port; 0 for any free one (default: 4747, or the next free one)',
      },
      { name: 'listen', value: 'ADDRESS', description: 'address to listen on (default: 127.0.0.1)' },
      { name: 'open', description: 'open the dashboard in a browser: one of $BROWSER, or of the desktop' },
      { name: 'tls-cert', value: 'FILE', completes: 'file', description: 'certificate (PEM)' },
      { name: 'tls-key', value: 'FILE', completes: 'file', description: 'its key (PEM)' },
      { name: 'insecure', description: 'listen beyond this machine without a certificate' },
      {
        name: 'allow-host',
        value: 'NAME',
        repeatable: true,
        description: 'a name that the server answers to, besides localhost and addresses',
      },
      {
        name: 'log-level',
        value: 'LEVEL',
        completes: ['silent', 'error', 'warn', 'info', 'debug'],
        description: 'how much to log; info includes requests (default: warn)',
      },
      {
        name: 'log-file',
        value: 'FILE',
        completes: 'file',
        description: 'append the log to a file, as JSON, and not to stderr',
      },
    ],
    operands: [],
    operations: [],
    examples: [
      ['mux serve', 'for this machine'],
      ['mux serve --open', 'and open the dashboard'],
      ['mux serve --listen 0.0.0.0 --tls-cert cert.pem --tls-key key.pem', 'for others, encrypted'],
      ['mux serve --log-level info --log-file mux.log', 'with a log of every request'],
      ['mux serve --port 0 --json', 'on any port; a line of JSON tells which'],
    ],
    load: async () => (await import('../server/serve-command.js')).serveCommand,
  },
  {
    name: 'token create',
    group: 'server',
    summary: 'make a token for a program, and print it this once',
    description:
      'read looks; respond also answers what agents and runs ask; control also starts, sends and ends, which is a shell on\n' +
      'the hosts that it reaches; admin also makes tokens and reads the audit log, and reaches everything. Without --host it\n' +
      'reaches the hosts that are known: this machine, those of the configuration, and those with work on them.',
    options: [
      {
        name: 'scope',
        value: 'SCOPE',
        completes: ['read', 'respond', 'control', 'admin'],
        description: 'what it may do: read (the default), respond, control or admin',
      },
      {
        name: 'expires',
        value: 'T',
        kind: 'duration',
        description: 'when it expires, e.g. 8h or 30d (default: never)',
      },
      ...limitOptions,
    ],
    operands: [{ name: 'NAME' }],
    operations: ['token.create'],
    examples: [
      ['mux token create status-page', 'one that only looks'],
      ['mux token create bot --scope respond --expires 30d', 'one that answers, for a month'],
      [
        'mux token create ci --scope control --host docker://ci --tag nightly',
        'one for tagged work in a container',
      ],
    ],
    load: async () => (await import('../server/token-executors.js')).create,
  },
  {
    name: 'token list',
    group: 'server',
    summary: 'list the tokens of the server',
    description:
      'Also those that have expired or were revoked. mux token revoke signs a browser out by its id.',
    options: [{ name: 'sessions', description: 'the browsers that are signed in' }],
    operands: [],
    operations: ['token.list'],
    examples: [
      ['mux token list', 'all tokens'],
      ['mux token list --sessions', 'the browsers that are signed in'],
    ],
    load: async () => (await import('../server/token-executors.js')).list,
  },
  {
    name: 'token revoke',
    group: 'server',
    summary: 'end a token at once',
    description: 'TOKEN is its id, or its name where only one has it.',
    options: [],
    operands: [{ name: 'TOKEN' }],
    operations: ['token.revoke'],
    examples: [['mux token revoke bot', 'the one of the bot']],
    load: async () => (await import('../server/token-executors.js')).revoke,
  },
  {
    name: 'token link',
    group: 'server',
    summary: 'print a link that opens the dashboard once',
    description:
      'It works within 15 minutes. The browser may do and reach what TOKEN does, which is an id or a name (default: the\n' +
      'owner). A server has to run.',
    options: [],
    operands: [{ name: 'TOKEN', optional: true }],
    operations: ['token.link'],
    examples: [
      ['mux token link', 'for another browser'],
      ['mux token link phone', 'with the rights of the token phone'],
    ],
    load: async () => (await import('../server/token-executors.js')).link,
  },
  {
    name: 'audit',
    group: 'server',
    summary: 'list what callers did through the server',
    description: 'The newest first.',
    options: [
      { name: 'caller', value: 'NAME', description: 'only what was done with tokens of this name' },
      { name: 'action', value: 'OPERATION', completes: 'operation', description: 'only this operation' },
      { name: 'target', value: 'TARGET', description: 'only what was about this' },
      { name: 'limit', value: 'N', kind: 'number', description: 'how many (default: 100)' },
    ],
    operands: [],
    operations: ['audit.list'],
    examples: [['mux audit --action pane.send', 'everything that was sent']],
    load: async () => (await import('../server/token-executors.js')).audit,
  },
];
