import { describe, expect, it } from 'vitest';
import type { DoctorReport } from '../operations/hosts/doctor.js';
import { formatReport, formatShortReport } from './format-report.js';
import { style } from './style.js';

const report: DoctorReport = {
  ready: false,
  checks: [
    { id: 'node', title: 'Node.js', status: 'ok', detail: '20.9.0', facts: { version: '20.9.0' } },
    {
      id: 'tmux',
      title: 'tmux',
      status: 'missing',
      detail: 'There is no tmux on local.',
      fix: 'apk add tmux',
    },
    { id: 'docker', title: 'Docker', status: 'absent', detail: 'Nothing\x1b[2J answers.' },
    { id: 'ssh-agent', title: 'SSH agent', status: 'warning', detail: 'None answers.', fix: 'ssh-add' },
    {
      id: 'ssh',
      title: 'SSH client',
      status: 'ok',
      detail: 'x',
      facts: { version: 'OpenSSH_9.2p1 Debian-2' },
    },
    { id: 'locale', title: 'Locale', status: 'ok', detail: 'LANG=C.UTF-8' },
  ],
};

describe('the report', () => {
  it('has a line for each check, and below it what to do', () => {
    expect(formatReport(report, style(false))).toBe(
      `ok       Node.js     20.9.0
missing  tmux        There is no tmux on local.
                     → apk add tmux
absent   Docker      Nothing?[2J answers.
warning  SSH agent   None answers.
                     → ssh-add
ok       SSH client  x
ok       Locale      LANG=C.UTF-8

Not ready: see the failed checks above.
`,
    );
  });

  it('in short puts what is fine on one line', () => {
    expect(formatShortReport(report, style(false))).toBe(
      `ok       Node.js 20.9.0, SSH client 9.2p1 and 1 more
missing  tmux       There is no tmux on local.
                    → apk add tmux
absent   Docker     Nothing?[2J answers.
warning  SSH agent  None answers.
                    → ssh-add
`,
    );
  });

  it('is ready without what only some addresses need, and says so', () => {
    const checks = report.checks.filter(({ status }) => status !== 'missing');
    expect(formatReport({ ready: true, checks }, style(false))).toMatch(/\n\nReady\. Without Docker\.\n$/);
  });

  it('ends with one word where all is well, and has colours where they are wanted', () => {
    expect(formatReport({ ready: true, checks: report.checks.slice(0, 1) }, style(true))).toBe(
      '\x1b[32mok     \x1b[39m  Node.js  20.9.0\n\n\x1b[1mReady.\x1b[22m\n',
    );
  });
});
