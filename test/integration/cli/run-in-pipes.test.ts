import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mux, muxInShell } from './mux.js';
import { scratchMux } from './scratch-mux.js';

describe('mux run between pipes', () => {
  it('gives what is piped into it to the command, byte for byte, and its end', async () => {
    await using place = await scratchMux();
    const { stdout } = await muxInShell(
      String.raw`printf 'a\0b\n\003\004xyz' | "$@" run -- od -An -c`,
      place.env,
    );
    expect(stdout).toBe('   a  \\0   b  \\n 003 004   x   y   z\n');
  });

  it('begins and ends where nothing comes out of the pipe, and the pipe stays open', async () => {
    await using place = await scratchMux();
    const script = `coproc cat; "$@" run -- echo began <&"\${COPROC[0]}"; echo "code $?"; kill "$COPROC_PID"`;
    expect(await muxInShell(script, place.env)).toMatchObject({ stdout: 'began\ncode 0\n' });
  });

  it('exits where the command was not run, although its input stays open', async () => {
    await using place = await scratchMux();
    // Of the key that says that the input is there, nothing arrives.
    const bin = join(place.folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'dd'), '#!/bin/sh\n', { mode: 0o755 });
    await place.server.tmux.globalEnvironment.set('PATH', `${bin}:${process.env.PATH}`);
    const script = `coproc cat; "$@" run -- echo began <&"\${COPROC[0]}"; echo "code $?"; kill "$COPROC_PID"`;
    const { stdout, stderr } = await muxInShell(script, place.env);
    expect(stdout).toBe('code 1\n');
    expect(stderr).toMatch(/^mux: The command of run \w+ was not started/);
  });

  it('answers the questions of an installer', async () => {
    await using place = await scratchMux();
    const installer = `printf "Go on? "; read -r answer; echo; echo "You said $answer."; read -r more || echo "No more."`;
    const { stdout } = await muxInShell(`echo y | "$@" run '${installer}'`, place.env);
    expect(stdout).toBe('Go on? \nYou said y.\nNo more.\n');
  });

  it('prints plain lines where nobody looks, whole and in order', async () => {
    await using place = await scratchMux();
    const colours = String.raw`printf '\033[31mred\033[0m\n'; seq 50000`;
    const { code, stdout, stderr } = await mux(['run', colours], place.env);
    const numbers = Array.from({ length: 50_000 }, (_, i) => `${i + 1}\n`).join('');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout === `red\n${numbers}`).toBe(true);
    expect(await mux(['run', '--', 'printf', 'no end of the line'], place.env)).toMatchObject({
      stdout: 'no end of the line',
    });
  });

  it('ends the command when its reader has seen enough, as a pipe would', async () => {
    await using place = await scratchMux();
    const { stdout } = await muxInShell(`"$@" run -- yes | head -2; echo "\${PIPESTATUS[0]}"`, place.env);
    expect(stdout).toBe('y\ny\n141\n');
    const { stdout: listed } = await mux(['runs', '--json'], place.env);
    const { runs } = JSON.parse(listed) as { readonly runs: readonly { readonly id: string }[] };
    expect(runs).toMatchObject([{ command: 'yes' }]);
    // The list tells what was seen last, and whoever had to see the end is gone before the log is whole.
    const status = async (): Promise<unknown> =>
      JSON.parse((await mux(['status', runs[0]?.id ?? '', '--json'], place.env)).stdout) as unknown;
    await expect
      .poll(status, { timeout: 180_000 })
      .toMatchObject({ state: 'finished', signal: expect.stringMatching(/^SIG/) });
  });

  it('is asked about, answered and followed from elsewhere when it was detached', async () => {
    await using place = await scratchMux();
    const { stdout } = await mux(
      ['run', '-d', `printf 'Name: '; read -r name; echo "Hello $name."; exit 5`],
      place.env,
    );
    const id = stdout.trim();
    expect(id).toMatch(/^[a-z0-9]{14}$/);
    expect(await mux(['wait', id, '--prompt', '--timeout', '1m'], place.env)).toMatchObject({
      stdout: expect.stringMatching(/^asks: Name:\nquestion: s1\.[\w-]{22}\n$/),
    });
    const follow = mux(['output', '-f', id], place.env);
    expect(await mux(['input', id, 'Ada'], place.env)).toMatchObject({ code: 0, stdout: '' });
    expect(await follow).toMatchObject({ code: 0, stdout: 'Name: Ada\nHello Ada.\n' });
    expect(await mux(['status', id, '--json'], place.env)).toMatchObject({
      stdout: expect.stringContaining('"code": 5'),
    });
  });

  it('says of a log that is not whole why it is not', async () => {
    await using place = await scratchMux();
    const muxThere = (...args: string[]): Promise<{ stdout: string; stderr: string }> => mux(args, place.env);
    await muxThere('spawn', 'one', '--', 'echo', 'hello');
    await muxThere('wait', 'one', '--exit');
    const { workers } = JSON.parse((await muxThere('ls', '--json')).stdout) as {
      workers: { runId: string }[];
    };
    const id = workers[0]?.runId ?? '';
    // As a recorder leaves it where the disk is full.
    await writeFile(join(place.folder, 'state', 'runs', `${id}.fault`), 'ENOSPC');
    for (const args of [
      ['output', id],
      ['logs', 'one'],
      ['logs', '-n', '1', 'one'],
    ]) {
      expect(await muxThere(...args)).toMatchObject({
        stdout: 'hello\n',
        stderr: 'mux: Logging stopped early (ENOSPC): later output is not in the log.\n',
      });
      expect(JSON.parse((await muxThere(...args, '--json')).stdout)).toMatchObject({
        lines: [{ text: 'hello' }],
        fault: 'ENOSPC',
      });
    }
  });

  it('tells what happens as lines of JSON', async () => {
    await using place = await scratchMux();
    const { code, stdout } = await mux(['run', '--json', 'echo one; exit 4'], place.env);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(code).toBe(4);
    expect(events[0]).toMatchObject({ type: 'started', host: 'local' });
    expect(events.find(({ type }) => type === 'output')).toMatchObject({ lines: [{ text: 'one' }] });
    expect(events.at(-1)).toMatchObject({ type: 'exit', code: 4 });
  });

  it('has the environment and the folder of the caller', async () => {
    await using place = await scratchMux();
    const { stdout } = await muxInShell(
      `cd "$HOME"; COLOUR=blue "$@" run --env 'SHAPE=a b' 'echo "$COLOUR $SHAPE"; pwd'`,
      place.env,
    );
    expect(stdout).toBe(`blue a b\n${place.env.HOME}\n`);
  });
});

describe('pipes behind other commands', () => {
  it('end them quietly', async () => {
    await using place = await scratchMux();
    await mux(['run', 'seq 20000'], place.env);
    const id = (JSON.parse((await mux(['runs', '--json'], place.env)).stdout) as { runs: { id: string }[] })
      .runs[0]?.id;
    const script = `set -o pipefail; "$@" output ${id} | head -2; echo "\${PIPESTATUS[0]}"`;
    expect(await muxInShell(script, place.env)).toEqual({ code: 0, stdout: '1\n2\n0\n', stderr: '' });
  });
});
