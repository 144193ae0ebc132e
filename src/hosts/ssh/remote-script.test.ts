import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { openScript, runScript } from './remote-script.js';

/** The scripts need nothing of SSH but a process group of their own, so that every shell can be tried quickly. */
const children: ChildProcessWithoutNullStreams[] = [];
function start(script: string, leader = true): ChildProcessWithoutNullStreams {
  const child = spawn('sh', ['-c', script], { detached: leader });
  children.push(child);
  return child;
}
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function finish(child: ChildProcessWithoutNullStreams): Promise<[number | null, string, string]> {
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const [code] = await once(child, 'close');
  return [code, stdout, stderr];
}

const marker = 'MARK';

describe('a program that runs to its end', () => {
  test('is announced on both outputs, then speaks for itself', async () => {
    const child = start(runScript({ argv: ['sh', '-c', 'echo out; echo err >&2; exit 3'], marker }, 0));
    expect(await finish(child)).toEqual([3, `MARK ${child.pid}\nout\n`, `MARK ${child.pid}\nerr\n`]);
  });

  test('that exits with 255 is said to have ended', async () => {
    const child = start(runScript({ argv: ['sh', '-c', 'exit 255'], marker }, 0));
    expect(await finish(child)).toEqual([255, `MARK ${child.pid}\n`, `MARK ${child.pid}\nMARK ended\n`]);
  });

  test('that is killed gives 128 and the signal, and no remark of the shell', async () => {
    const child = start(runScript({ argv: ['sh', '-c', 'kill -TERM $$'], marker }, 0));
    expect(await finish(child)).toEqual([143, `MARK ${child.pid}\n`, `MARK ${child.pid}\n`]);
  });

  test('does not start where it does not exist', async () => {
    const child = start(runScript({ argv: ['no-such-program'], marker }, 0));
    expect(await finish(child)).toEqual([127, 'MARK missing\n', 'MARK missing\n']);
  });

  test('is never a built-in command of the shell', async () => {
    const child = start(runScript({ argv: ['unset'], marker }, 0));
    expect((await finish(child))[1]).toBe('MARK missing\n');
  });

  test.each([
    ['the leader of a group', true],
    ['one of the group of others', false],
  ])('is killed when the lifeline ends, with its children, as %s', async (_name, leader) => {
    const child = start(runScript({ argv: ['sh', '-c', 'sleep 1000 & echo up; wait'], marker }, 0), leader);
    child.stdout.on('data', (data) => {
      if (String(data).includes('up')) child.stdin.end();
    });
    // The close event comes only when nobody holds the outputs any more.
    const [code, signal] = await once(child, 'close');
    expect([code, signal]).toEqual([null, 'SIGKILL']);
  });

  test('gets its input to the last byte', async () => {
    const input = Buffer.alloc(150_001, 'x\ny');
    const child = start(runScript({ argv: ['cat'], marker }, input.length));
    child.stdin.write(Buffer.concat([input, Buffer.from('\n')]));
    const [code, stdout] = await finish(child);
    expect([code, stdout === `MARK ${child.pid}\n${input}`]).toEqual([0, true]);
  });

  test('never takes a part of its input for the whole', async () => {
    const child = start(runScript({ argv: ['sh', '-c', 'cat >/dev/null; echo complete'], marker }, 100));
    child.stdin.end('only this');
    const [code, stdout] = await finish(child);
    expect([code, stdout]).toEqual([null, `MARK ${child.pid}\n`]);
  });

  test('need not read its input', async () => {
    const child = start(runScript({ argv: ['echo', 'done'], marker }, 1_000_000));
    child.stdin.on('error', () => {});
    child.stdin.write(Buffer.alloc(1_000_001, '\n'));
    expect(await finish(child)).toEqual([0, `MARK ${child.pid}\ndone\n`, `MARK ${child.pid}\n`]);
  });

  test('outlives its input', async () => {
    const argv = ['sh', '-c', 'head -c 3; exec <&-; sleep 0.2; echo done'];
    const child = start(runScript({ argv, marker }, 200_000));
    child.stdin.on('error', () => {});
    child.stdin.write(Buffer.alloc(200_001, 'ab\n'));
    expect((await finish(child)).slice(0, 2)).toEqual([0, `MARK ${child.pid}\nab\ndone\n`]);
  });
});

test('a program with open streams has the stdin of the connection', async () => {
  const child = start(openScript({ argv: ['cat'], marker }));
  child.stdin.end('hello\n');
  expect(await finish(child)).toEqual([0, `MARK ${child.pid}\nhello\n`, `MARK ${child.pid}\n`]);
});

test('a command that SSH cannot carry is refused with its size', () => {
  expect(() => runScript({ argv: ['echo', 'x'.repeat(140_000)], marker }, 0)).toThrow(
    expect.objectContaining({ code: 'COMMAND_TOO_LARGE' }),
  );
});

test('an environment variable that no shell can set is refused', () => {
  expect(() => runScript({ argv: ['env'], env: { 'a b': 'c' }, marker }, 0)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  );
});
