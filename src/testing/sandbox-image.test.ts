import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sandboxImage } from './sandbox-image.js';

const tmuxConf = join(sandboxImage.context, 'tmux.conf');

describe('the sandbox image', () => {
  it('gives tmux 10,000 lines of history, the mouse and a blue status line [C57]', async () => {
    const tmux = await privateTmux();
    await tmux('-f', tmuxConf, 'new-session', '-d', 'sleep 60');
    const value = async (option: string) => (await tmux('show-options', '-gv', option)).trimEnd();
    expect(await value('history-limit')).toBe('10000');
    expect(await value('mouse')).toBe('on');
    expect(await value('status-style')).toBe('bg=blue,fg=white');
    const limit = await tmux('display-message', '-p', '#{history_limit}');
    expect(limit.trimEnd()).toBe('10000');
  });

  it('has a configuration that tmux takes without complaint', async () => {
    const tmux = await privateTmux();
    await tmux('-f', '/dev/null', 'new-session', '-d', 'sleep 60');
    expect(await tmux('source-file', tmuxConf)).toBe('');
  });

  it('installs tmux and puts the configuration where tmux reads it [C57]', async () => {
    const instructions = parseDockerfile(await readFile(sandboxImage.dockerfile, 'utf8'));
    const installed = instructions.find((text) => /^RUN .*apt-get install/.test(text))?.split(/\s+/);
    expect(installed).toEqual(expect.arrayContaining(['tmux', 'procps', 'tini']));
    // tmux reads /etc/tmux.conf for every user.
    expect(instructions).toContain('COPY tmux.conf /etc/tmux.conf');
  });

  it('works in /workspace, in UTF-8, under a pid 1 that reaps and stays', async () => {
    const instructions = parseDockerfile(await readFile(sandboxImage.dockerfile, 'utf8'));
    expect(instructions).toEqual(
      expect.arrayContaining([
        'ARG BASE=debian:bookworm-slim',
        'WORKDIR /workspace',
        'ENV LANG=C.UTF-8',
        'ENTRYPOINT ["/usr/bin/tini", "--"]',
        'CMD ["sleep", "infinity"]',
      ]),
    );
  });

  it('is found by absolute paths', () => {
    expect(isAbsolute(sandboxImage.context)).toBe(true);
    expect(sandboxImage.dockerfile).toBe(join(sandboxImage.context, 'Dockerfile'));
  });
});

/** tmux on a private socket, which ends with the test. */
async function privateTmux(): Promise<(...args: string[]) => Promise<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'muxwright-sandbox-'));
  const socket = join(folder, `${randomUUID().slice(0, 8)}.sock`);
  const { TMUX: _outer, ...env } = process.env;
  const tmux = async (...args: string[]) => {
    const { stdout, stderr } = await promisify(execFile)('tmux', ['-S', socket, ...args], { env });
    return stdout + stderr;
  };
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  });
  return tmux;
}

/** One string for each instruction, without comments and continued lines. */
function parseDockerfile(text: string): string[] {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
}
