// A menu is tested as a person would use it: found by what it shows, driven by keys, and expected to end. Nothing waits
// for a time, and a failure would show the screen, the last keys, and what the program was doing.
import assert from 'node:assert/strict';
import { expect, launch } from 'muxwright/test';

/** Stands for your program: a list in which j moves the highlight, and Enter chooses. */
const menu = `
  paint() { printf '\\033[2J\\033[H'; for item in tea coffee water; do
    [ $item = $1 ] && printf '\\033[7m%s\\033[0m\\r\\n' $item || printf '%s\\r\\n' $item; done; }
  stty raw -echo; set -- tea coffee water
  while paint $1; key=$(dd bs=1 count=1 2>/dev/null); do
    case $key in j) [ $# -gt 1 ] && shift ;; *) break ;; esac
  done
  stty sane; echo "chosen: $1"`;

await using terminal = await launch(['sh', '-c', menu], { timeout: 60_000 });
const highlighted = terminal.getByStyle({ reverse: true });
await expect(highlighted).toHaveText('tea');
await terminal.press('j');
await expect(highlighted).toHaveText('coffee');
const [receipt] = await terminal.press('Enter');
await expect(terminal.getByText('chosen: coffee')).toBeVisible();
await expect(terminal).toHaveExited({ code: 0 });
assert.equal(receipt?.bytes, 1);
