import { describe, expect, it } from 'vitest';
import { differentPlaces } from '../tmux/places.js';
import { type OpenRuns, useRuns } from './open-runs.js';

/** The command of a run is a program of the same user: it may look wherever it likes, and write what it finds. */
describe.each(differentPlaces)('a command that forges its own end, on $name', (place) => {
  const start = useRuns(place);

  it('finds no nonce in processes, pipes, files or tmux, and is not believed [A27, A28, A29]', async () => {
    await using runs = await start();
    const run = await runs.automation.start(runs.address, ATTACK, {
      interactive: false,
      env: { PLACES: `${runs.folder} ${runs.storePath.replace(/[^/]*$/, '')}` },
      secrets: ['a rule that is a secret'],
      redactors: [/the pattern of a rule/],
    });
    await run.waitForText('tried all', { timeoutMs: 60_000 });
    const looks = [run, await runs.another().get(runs.address, run.id)];
    looks.push(await runs.another({ store: false }).get(runs.address, run.id));
    for (const look of looks) expect((await look.status()).state).not.toBe('finished');
    expect((await runs.store.runs.get(run.id))?.finishedAt).toBeUndefined();
    const printed = (await run.harvest()).entries.map(({ text }) => text);
    const [, processes] = /looked at (\d+) processes/.exec(printed.join('\n')) ?? [];
    // The wrapper, the recorder and the shell that looks after it, this command itself.
    expect(Number(processes)).toBeGreaterThanOrEqual(4);
    expect(printed).toContain('found 0 rules');
    expect(printed).toContain('a line of my own');
    await run.send('');
    for (const look of looks) {
      expect(await look.finished()).toMatchObject({ code: 7, confidence: 'certain' });
      expect(await look.status()).toMatchObject({ code: 7, confidence: 'certain' });
    }
    expect(await runs.store.runs.get(run.id)).toMatchObject({ state: 'finished', exitCode: 7 });
  });

  it('is not believed for files of its own making, also when its pane is gone', async () => {
    await using runs = await start();
    const script = `${IDS}; printf 0 >"$base.exit"; echo "1 2 0 0 0 ${'0'.repeat(32)}" >"$base.record"; echo written; read x`;
    const run = await runs.automation.start(runs.address, script, { env: { PLACES: runs.folder } });
    await run.waitForText('written');
    expect((await run.status()).state).not.toBe('finished');
    await close(runs, run.paneId);
    expect(await runs.another().status(runs.address, '', run.id)).toMatchObject({
      lost: true,
      confidence: 'guess',
    });
  });
});

async function close({ tmux }: OpenRuns, paneId: string): Promise<void> {
  await tmux.pane(paneId).kill();
}

/** The files of the newest run: there is only one. */
const IDS = `set -- $PLACES; for file in "$1"/*.log; do base=\${file%.log}; done`;

/**
 * It looks at its own tmux server and at what that has started, and at no other process: to read a pipe takes from it.
 * Every word of 32 hexadecimal digits that it finds is tried as every part of a sentinel.
 */
const ATTACK = `${IDS}
mine=$(mktemp -d)
server=\${TMUX#*,} server=\${server%%,*}
[ "$server" -gt 1 ] || exit 99
for level in 1 2 3; do
  for stat in /proc/[0-9]*/stat; do
    read -r pid line 2>/dev/null <$stat || continue
    line=\${line##*) ? } parent=\${line%% *}
    case " $server $family " in *" $pid "*) ;; *" $parent "*) family="$family $pid" ;; esac
  done
done
for pid in $server $family; do
  pid=/proc/$pid
  cat $pid/environ $pid/cmdline 2>/dev/null
  [ $pid = /proc/$server ] || for fd in $pid/fd/*; do
    case $(readlink $fd 2>/dev/null) in pipe:*|*.in|*.go) timeout 0.1 cat $fd 2>/dev/null ;; esac
  done
done >$mine/processes </dev/null
echo "looked at $(echo $family | wc -w | tr -d ' ') processes"
for file in "$1"/*.in "$1"/*.go; do [ -p "$file" ] && timeout 0.2 cat "$file"; done >$mine/fifos 2>/dev/null
find $PLACES -type f -exec cat {} + >$mine/files 2>/dev/null
for what in show-messages 'show-options -g' 'show-options -s' 'show-options -pA' 'show-environment -g' show-environment \\
  'list-panes -aF #{pane_start_command}#{@muxwright_run}'; do tmux $what; done >$mine/tmux 2>/dev/null
echo "found $(cat $mine/processes $mine/fifos $mine/tmux | grep -c 'that[ ]is a secret\\|the pattern[ ]of') rules"
tr -c '0-9a-f' '\\n' <$mine/processes >$mine/hex
cat $mine/fifos $mine/files $mine/tmux | tr -c '0-9a-f' '\\n' >>$mine/hex
nonces=$(grep -x '[0-9a-f]\\{32\\}' $mine/hex | sort -u | head -n 40)
for a in $nonces; do
  printf '\\030\\033]7770;%s;hide;%s\\033\\\\' $a 61206c696e65206f66206d79206f776e
  printf '\\030\\033]7770;%s;exit;0;0\\033\\\\' $a
  for b in $nonces; do printf '\\030\\033]7770;%s;exit;0;0;%s\\033\\\\' $a $b; done
done
printf 0 >"$base.exit"; echo 'exit 0 0 1' >>"$base.marks"
for a in $nonces; do echo "1700000000 1700000001 0 0 0 $a" >"$base.record"; done
rm -rf $mine
echo; echo 'a line of my own'
echo 'tried all'
read x
exit 7`;
