import type { Command } from '../command.js';

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
        description: '4747, or the next that is free, without it; 0 for any',
      },
      { name: 'listen', value: 'ADDRESS', description: '127.0.0.1 without it' },
      { name: 'tls-cert', value: 'FILE', completes: 'file', description: 'certificate (PEM)' },
      { name: 'tls-key', value: 'FILE', completes: 'file', description: 'its key (PEM)' },
      { name: 'insecure', description: 'listen beyond this machine without a certificate' },
      {
        name: 'allow-host',
        value: 'NAME',
        repeatable: true,
        description: 'a name under which the server may be asked, besides localhost and addresses',
      },
    ],
    operands: [],
    operations: [],
    examples: [
      ['mux serve', 'for this machine'],
      ['mux serve --listen 0.0.0.0 --tls-cert cert.pem --tls-key key.pem', 'for others, encrypted'],
      ['mux serve --port 0 --json', 'on any port, for programs: one line of JSON, then nothing'],
    ],
    load: async () => (await import('../server/serve-command.js')).serveCommand,
  },
];
