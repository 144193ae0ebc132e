import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { ScriptShells } from '../../../src/hosts/script-shells.js';
import { patience } from '../../patience.js';
import { compiledProgram } from '../compiled-source.js';
import { differentPlaces, type OpenPlace } from '../tmux/places.js';

const fixture = await compiledProgram(new URL('./fixtures/hold-script.ts', import.meta.url));

describe.each(differentPlaces)('scripts on $name', (place) => {
  let opened: OpenPlace;
  beforeAll(async () => {
    opened = await place.open();
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());
  const open = () => openHost(opened.address, opened.options);

  it('give stdout and stderr apart, and their exit code', async () => {
    await using host = await open();
    const result = await host.script('echo out; echo err >&2; printf last; echo >&2; exit 7');
    expect([result.code, `${result.stdout}`, `${result.stderr}`]).toEqual([7, 'out\nlast', 'err\n\n']);
    const empty = await host.script('');
    expect([empty.code, `${empty.stdout}`, `${empty.stderr}`]).toEqual([0, '', '']);
  });

  it.each([
    ['exit 255', 255],
    ['sh -c "kill -TERM \\$\\$"', 143],
    ['no-such-program-at-all', 127],
    ['set -e; false; true', 1],
  ])('end with the code of %s', async (script, code) => {
    await using host = await open();
    expect((await host.script(script)).code).toBe(code);
  });

  it('get every argument as it is', async () => {
    await using host = await open();
    const everyByte = String.fromCharCode(...Array.from({ length: 127 }, (_, index) => index + 1));
    const words = [
      '',
      ' ',
      "it's",
      '!!',
      'a\\',
      'one\ntwo\n',
      '-n',
      '$HOME `id` *',
      everyByte,
      '漢字 \u{1f600}',
    ];
    const { stdout } = await host.script('printf "%s\\0" "$@"', words);
    expect(stdout.toString().split('\0').slice(0, -1)).toEqual(words);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }).map(withoutNul), { minLength: 1 }),
        async (list) => {
          const answer = await host.script('printf "%s\\0" "$@"', list);
          expect(answer.stdout.toString().split('\0').slice(0, -1)).toEqual(list);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('print any bytes, and much', async () => {
    await using host = await open();
    const script = 'i=0; while [ $i -lt 256 ]; do printf "\\\\$(printf %03o $i)"; i=$((i+1)); done';
    const bytes = Buffer.from(Uint8Array.from({ length: 256 }, (_, index) => index));
    expect((await host.script(script)).stdout).toEqual(bytes);
    const { stdout } = await host.script('head -c 20000000 /dev/zero; echo end', [], { timeoutMs: 60_000 });
    expect([stdout.length, stdout.subarray(-5).toString()]).toEqual([20_000_004, '\0end\n']);
  });

  it('may be long, and so may their arguments', async () => {
    await using host = await open();
    const word = 'abc def\n'.repeat(40_000);
    const script = `# ${'x'.repeat(100_000)}\nprintf %s "$1"`;
    expect((await host.script(script, [word], { timeoutMs: 60_000 })).stdout.toString()).toBe(word);
  });

  it('have an empty input, and leave nothing to the next one', async () => {
    await using host = await open();
    expect((await host.script('cat; cd /; umask 0; x=1; set -- a; trap "" TERM; exec 1>&-')).code).toBe(0);
    const { stdout } = await host.script('pwd; umask; echo "<$x> $#"');
    const [folder, mask, rest] = stdout.toString().split('\n');
    expect([folder === '/' && opened.address === 'local', mask === '0000', rest]).toEqual([
      false,
      false,
      '<> 0',
    ]);
  });

  it('that are no shell language are told so, and harm nothing', async () => {
    await using host = await open();
    for (const script of ['if', "'", 'fi; )', '}']) {
      const { code, stderr } = await host.script(script);
      expect([code, stderr.length > 0]).toEqual([2, true]);
    }
    expect((await host.script('echo well')).stdout.toString()).toBe('well\n');
  });

  it('run one after the other in the same shell, and beside each other in others', async () => {
    await using host = await open();
    const pids = [];
    for (let round = 0; round < 5; round++) pids.push((await host.script('echo $$')).stdout.toString());
    expect(new Set(pids).size).toBe(1);
    const many = Array.from({ length: 30 }, (_, index) => host.script('echo $1 $$', [String(index)]));
    const answers = (await Promise.all(many)).map(({ stdout }) => stdout.toString().split(' '));
    expect(answers.map(([index]) => Number(index))).toEqual(many.map((_, index) => index));
    expect(new Set(answers.map(([, pid]) => pid)).size).toBeLessThanOrEqual(4);
    const slow = ['a', 'b', 'c'].map(() => host.script('sleep 1000', [], { timeoutMs: 0 }).catch(String));
    expect((await host.script('echo quick')).stdout.toString()).toBe('quick\n');
    await host.close();
    expect(await Promise.all(slow)).toEqual(slow.map(() => expect.stringContaining('was closed')));
  });

  it('are gone with their children after the deadline, and the next one runs', async () => {
    await using host = await open();
    const { script, left } = endless(host);
    await expect(host.script(script, [], { timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect((await host.script('echo next')).stdout.toString()).toBe('next\n');
    await expect.poll(left).toBe(0);
  });

  it('are gone with their children after an abort, and do not begin after one', async () => {
    await using host = await open();
    const { script, left } = endless(host);
    const abort = new AbortController();
    const run = expect(host.script(script, [], { signal: abort.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    await expect.poll(left).toBe(2);
    abort.abort();
    await run;
    await expect.poll(left).toBe(0);
    await expect(host.script('true', [], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    });
  });

  it('are ended when they print too much', async () => {
    await using host = await open();
    const options = { maxOutputBytes: 1000 };
    expect((await host.script('head -c 1000 /dev/zero', [], options)).stdout.length).toBe(1000);
    for (const script of ['head -c 1001 /dev/zero', 'yes', 'seq 1000 >&2']) {
      await expect(host.script(script, [], options)).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
    }
    expect((await host.script('seq 100 | head -c 1000 >&2', [], options)).stderr.length).toBe(292);
  });

  it('run in another shell where theirs has died meanwhile', async () => {
    await using host = await open();
    const pid = (await host.script('echo $$')).stdout.toString().trim();
    await host.run(['kill', '-9', pid]);
    const answer = (await host.script('echo $$')).stdout.toString().trim();
    expect(answer).toMatch(/^\d+$/);
    expect(answer).not.toBe(pid);
  });

  it('whose shell dies under them fail, and are not begun again', async () => {
    await using host = await open();
    const folder = (await host.script('mktemp -d')).stdout.toString().trim();
    const script = 'echo begun >> "$1/f"; kill -9 $$; sleep 1000';
    await expect(host.script(script, [folder])).rejects.toMatchObject({
      code: expect.stringMatching(/CONNECTION_LOST|TIMEOUT/),
    });
    expect((await host.script('cat "$1/f"; rm -r "$1"', [folder])).stdout.toString()).toBe('begun\n');
  });

  it('are refused when the host was closed, or for a NUL character', async () => {
    const host = await open();
    await expect(host.script('echo "$1"', ['a\0b'])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await host.close();
    await expect(host.script('true')).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it('leave no shell and no program behind when this process is killed', async () => {
    await using host = await open();
    const { script, left } = endless(host);
    const args = [opened.address, JSON.stringify(opened.options), script];
    const child = spawn(process.execPath, [fixture, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pids] = await once(child.stdout, 'data');
    await expect.poll(left).toBe(2);
    child.kill('SIGKILL');
    const alive = async () =>
      (await host.script('kill -0 $1 || kill -0 $2', String(pids).split(/\s/))).code === 0;
    await expect.poll(left).toBe(0);
    await expect.poll(alive).toBe(false);
  });
});

describe.each([['dash'], ['bash'], ['bash', '--posix'], ['busybox', 'sh']])(
  'scripts in %s %s',
  (...shell) => {
    it('keep all bytes of arguments and output, and are ended at their deadline', async () => {
      await using host = await openHost('local', patience);
      const shells = new ScriptShells(() => host.open([...shell, '-s']), 'local', 30_000);
      const words = ['', "it's", 'one\n\ntwo\n\n', '\\', 'é\u0081\u0088漢\u{1f600}', 'x'.repeat(100_000)];
      const result = await shells.run('printf "%s\\0" "$@"; printf "a\\n\\n" >&2; exit 3', words);
      expect([result.code, result.stdout.toString(), result.stderr.toString()]).toEqual([
        3,
        words.map((word) => `${word}\0`).join(''),
        'a\n\n',
      ]);
      const { script, left } = endless(host);
      await expect(shells.run(script, [], { timeoutMs: 300 })).rejects.toMatchObject({ code: 'TIMEOUT' });
      await shells.close();
      await expect.poll(left).toBe(0);
    });
  },
);

function withoutNul(text: string): string {
  return Buffer.from(text.replaceAll('\0', '')).toString();
}

/** A script that does not end and cannot be asked to, and how many of its two children are there. */
function endless(host: Host): { script: string; left: () => Promise<number> } {
  const seconds = 100_000 + Math.floor(Math.random() * 900_000);
  const count = `n=0; for p in /proc/[0-9]*; do
    [ "$(tr '\\0' ' ' < "$p/cmdline")" = "sleep ${seconds} " ] && n=$((n+1))
  done 2>/dev/null; echo $n`;
  return {
    script: `trap "" TERM HUP INT; sleep ${seconds} & sleep ${seconds}`,
    left: async () => Number((await host.run(['sh', '-c', count], { timeoutMs: 60_000 })).stdout),
  };
}
