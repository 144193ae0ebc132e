import type { Command } from '../command.js';
import { limitOptions } from './limit-options.js';

/** The server, and who may use it. */
export const serverCommands: readonly Command[] = [
  {
    name: 'serve',
    group: 'server',
    summary: 'serve the HTTP API and the dashboard',
    description:
      'Runs until Ctrl-C or SIGTERM. Prints a one-time link to the dashboard; programs use a token. Listens on\n' +
      'loopback by default; any other address requires a TLS certificate, or --insecure behind a proxy that has\n' +
      'one.',
    options: [
      {
        name: 'port',
        value: 'N',
        kind: 'number',
        description: 'port; 0 for any free one (default: 4747, or the next free one)',
      },
      { name: 'listen', value: 'ADDRESS', description: 'address to listen on (default: 127.0.0.1)' },
      { name: 'open', description: "open the dashboard in a browser ($BROWSER, or the desktop's)" },
      { name: 'tls-cert', value: 'FILE', completes: 'file', description: 'certificate (PEM)' },
      {
        name: 'tls-key',
        value: 'FILE',
        completes: 'file',
        description: 'private key of the certificate (PEM)',
      },
      { name: 'insecure', description: 'allow non-loopback addresses without TLS' },
      {
        name: 'allow-host',
        value: 'NAME',
        repeatable: true,
        description: 'additional host name to answer to (default: localhost and IP addresses)',
      },
      {
        name: 'log-level',
        value: 'LEVEL',
        completes: ['silent', 'error', 'warn', 'info', 'debug'],
        description: 'log level; info includes requests (default: warn)',
      },
      {
        name: 'log-file',
        value: 'FILE',
        completes: 'file',
        description: 'append the log to a file as JSON (default: stderr)',
      },
    ],
    operands: [],
    operations: [],
    examples: [
      ['mux serve', 'serve this machine'],
      ['mux serve --open', 'and open the dashboard'],
      ['mux serve --listen 0.0.0.0 --tls-cert cert.pem --tls-key key.pem', 'serve other machines over TLS'],
      ['mux serve --log-level info --log-file mux.log', 'log every request'],
      ['mux serve --port 0 --json', 'use any free port and print it as JSON'],
    ],
    load: async () => (await import('../server/serve-command.js')).serveCommand,
  },
  {
    name: 'token create',
    group: 'server',
    summary: 'create an access token for a program, and print it once',
    description:
      'Scopes: read can view everything; respond can also answer agents and runs; control can also start, send\n' +
      'and end, which amounts to a shell on the hosts that it reaches; admin can also create tokens and read\n' +
      'the audit log, and reaches everything. By default a token reaches the known hosts: this machine,\n' +
      'configured hosts, and hosts with runs, workers or agents.',
    options: [
      {
        name: 'scope',
        value: 'SCOPE',
        completes: ['read', 'respond', 'control', 'admin'],
        description: 'scope: read (default), respond, control or admin',
      },
      {
        name: 'expires',
        value: 'T',
        kind: 'duration',
        description: 'lifetime, e.g. 8h or 30d (default: no expiry)',
      },
      ...limitOptions,
    ],
    operands: [{ name: 'NAME' }],
    operations: ['token.create'],
    examples: [
      ['mux token create status-page', 'a read-only token'],
      ['mux token create bot --scope respond --expires 30d', 'a token that answers prompts, for 30 days'],
      [
        'mux token create ci --scope control --host docker://ci --tag nightly',
        'a token for tagged work in a container',
      ],
    ],
    load: async () => (await import('../server/token-executors.js')).create,
  },
  {
    name: 'token list',
    group: 'server',
    summary: 'list the access tokens of the server',
    description: 'Includes expired and revoked tokens. mux token revoke ID also signs out a browser session.',
    options: [{ name: 'sessions', description: 'list signed-in browsers instead' }],
    operands: [],
    operations: ['token.list'],
    examples: [
      ['mux token list', 'all tokens'],
      ['mux token list --sessions', 'list signed-in browsers'],
    ],
    load: async () => (await import('../server/token-executors.js')).list,
  },
  {
    name: 'token revoke',
    group: 'server',
    summary: 'revoke an access token immediately',
    description: 'TOKEN is an id, or a name that only one token has.',
    options: [],
    operands: [{ name: 'TOKEN' }],
    operations: ['token.revoke'],
    examples: [['mux token revoke bot', 'revoke the token named bot']],
    load: async () => (await import('../server/token-executors.js')).revoke,
  },
  {
    name: 'token link',
    group: 'server',
    summary: 'print a one-time link to the dashboard',
    description:
      'The link works once, within 15 minutes. The browser gets the rights of TOKEN, an id or a name (default:\n' +
      'the owner). Requires a running server.',
    options: [],
    operands: [{ name: 'TOKEN', optional: true }],
    operations: ['token.link'],
    examples: [
      ['mux token link', 'sign in another browser'],
      ['mux token link phone', 'sign in with the rights of the token phone'],
    ],
    load: async () => (await import('../server/token-executors.js')).link,
  },
  {
    name: 'audit',
    group: 'server',
    summary: 'list calls made through the server',
    description: 'Newest first.',
    options: [
      { name: 'caller', value: 'NAME', description: 'only calls with tokens of this name' },
      { name: 'action', value: 'OPERATION', completes: 'operation', description: 'only this operation' },
      { name: 'target', value: 'TARGET', description: 'only calls about this target' },
      { name: 'limit', value: 'N', kind: 'number', description: 'number of calls (default: 100)' },
    ],
    operands: [],
    operations: ['audit.list'],
    examples: [['mux audit --action pane.send', 'list everything that was sent']],
    load: async () => (await import('../server/token-executors.js')).audit,
  },
];
