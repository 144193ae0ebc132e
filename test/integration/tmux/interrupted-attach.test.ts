import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TmuxAutomation } from '../../../src/systems/tmux-automation.js';
import { isolatedTmux } from '../../../src/testing/isolated-tmux.js';
import { connect } from '../../../src/tmux/connect.js';
import { patience } from '../../patience.js';

const path = process.env.PATH ?? '';
let folder: string;
let left: string;

/**
 * A tmux that breaks off the next attaches, in the way that the file says with their number: `cut` ends without a word, as
 * when a link breaks; `gone` attaches to a session that has just ended; `killed` is killed with its stream open.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muxwright-attach-'));
  left = join(folder, 'left');
  const real = execFileSync('sh', ['-c', 'command -v tmux']).toString().trim();
  await writeFile(
    join(folder, 'tmux'),
    `#!/bin/sh
case " $* " in
  *" -C "*)
    read -r how count < '${left}'
    if [ "$count" -gt 0 ]; then
      echo "$how $((count - 1))" > '${left}'
      case $how in
        cut) exit 1;;
        killed) kill -9 $$;;
        gone) for last; do :; done; exec '${real}' "$@" -t '$999';;
      esac
    fi;;
esac
exec '${real}' "$@"
`,
    { mode: 0o755 },
  );
  // Before tmux 3.7 the client is a program in perl, whose fourth argument behind `--` is the session.
  const perl = execFileSync('sh', ['-c', 'command -v perl']).toString().trim();
  await writeFile(
    join(folder, 'perl'),
    `#!/bin/sh
read -r how count < '${left}'
if [ "$3" = -- ] && [ "$count" -gt 0 ]; then
  echo "$how $((count - 1))" > '${left}'
  case $how in
    cut) exit 1;;
    killed) kill -9 $$;;
    gone) program=$2 path=$4 version=$5 flags=$6; shift 7; exec '${perl}' -e "$program" -- "$path" "$version" "$flags" '$999' "$@";;
  esac
fi
exec '${perl}' "$@"
`,
    { mode: 0o755 },
  );
  process.env.PATH = `${folder}${delimiter}${path}`;
});
afterAll(async () => {
  process.env.PATH = path;
  await rm(folder, { recursive: true, force: true });
});

async function breakNext(how: string, count: number): Promise<void> {
  await writeFile(left, `${how} ${count}\n`);
}

beforeEach(() => breakNext('cut', 0));

describe('an attach that is interrupted', () => {
  it.each(['cut', 'gone', 'killed'])('is tried again, and is no refusal: %s', async (how) => {
    await using server = await isolatedTmux();
    await server.tmux.ensureSession('main');
    await breakNext(how, 2);
    const reasons: string[] = [];
    await using tmux = await connect(server.address, patience);
    tmux.on('degraded', (reason) => reasons.push(reason));
    expect(tmux.mode).toBe('control');
    expect(await readFile(left, 'utf8')).toBe(`${how} 0\n`);
    expect(reasons).toEqual([]);
  });

  it.each(['cut', 'gone', 'killed'])('is tried again also by who watches a pane: %s', async (how) => {
    await using server = await isolatedTmux();
    const session = await server.tmux.ensureSession('main');
    const pane = await session.newWindow({ command: ['cat'] });
    await using tmux = await connect(server.address, patience);
    await tmux.sessions();
    await breakNext(how, 2);
    const text = tmux.pane(pane.id).waitForText('typed');
    await pane.sendText('typed\n');
    await text;
    let heard = '';
    const stop = await tmux.pane(pane.id).subscribe({
      output: (data) => {
        heard += data.toString();
      },
      gap: () => {},
      closed: () => {},
    });
    await pane.sendText('more\n');
    await expect.poll(() => heard).toContain('more');
    stop();
  });

  it('ends nothing for good: where it cannot be had at all the error says so, and later everything works', async () => {
    await using server = await isolatedTmux();
    await server.tmux.ensureSession('main');
    await breakNext('cut', 1_000);
    await expect(connect(server.address, patience)).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
    await breakNext('cut', 0);
    await using automation = new TmuxAutomation({ store: false });
    await using tmux = await connect(server.address, patience);
    await breakNext('cut', 5);
    await tmux.command('kill-session', '-t', '=none').catch(() => {});
    const run = await automation.start(tmux, 'exit 3', { login: false });
    expect(await run.finished()).toMatchObject({ code: 3 });
  });
});
