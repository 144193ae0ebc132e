import { asks, keys, type LabProgram, see, type, waits, works } from '../lab-program.js';

const short = true;

/** Programs behind another terminal, another session, or in a process group of their own. */
export const nested: readonly LabProgram[] = [
  asks('setsid -w: bash reads', 'setsid -w bash -c \'read -p "sid? " x\'', 'sid?', {
    prompt: /^sid\?$/,
    short,
  }),
  asks(
    'setsid -w: sh reads a key',
    'setsid -w sh -c \'printf "key? "; stty -icanon; dd bs=1 count=1 2>/dev/null\'',
    'key?',
    { prompt: /^key\?$/ },
  ),
  asks('setsid -f: an orphan reads', 'setsid -f bash -c \'read -p "orphan? " x\'; sleep 600', 'orphan?', {
    prompt: /^orphan\?$/,
    short,
  }),
  asks('setsid twice', 'setsid -w setsid -w sh -c \'printf "deep? "; read x\'', 'deep?', {
    prompt: /^deep\?$/,
  }),
  works('setsid -w: sleep', 'setsid -w sh -c "echo ready; sleep 600"', 'ready', {}),
  works('setsid -f: a silent daemon', 'setsid -f sleep 600; echo ready; sleep 600', 'ready', {}),
  asks(
    'setsid -f: a silent daemon beside a question',
    'setsid -f sleep 600; printf "and? "; read x',
    'and?',
    { prompt: /^and\?$/ },
  ),
  asks('script: read', 'script -q -c \'printf "scr? "; read x\' /dev/null', 'scr?', {
    prompt: /^scr\?$/,
    short,
  }),
  waits('script: cat', "script -q -c 'echo ready; exec cat' /dev/null", 'ready', {}),
  works('script: sleep', "script -q -c 'echo ready; exec sleep 600' /dev/null", 'ready', { short }),
  asks(
    'script in script: read',
    'script -q -c \'script -q -c "printf nest?; read x" /dev/null\' /dev/null',
    'nest?',
    { prompt: /^nest\?$/ },
  ),
  waits('tmux in tmux: shell', 'env -u TMUX tmux -L in -f /dev/null new "PS1=\'inner> \' sh"', 'inner>', {
    needs: ['tmux'],
    short,
  }),
  works('tmux in tmux: sleep', "env -u TMUX tmux -L in -f /dev/null new 'echo ready; sleep 600'", 'ready', {
    needs: ['tmux'],
  }),
  asks(
    'tmux in tmux: read',
    'env -u TMUX tmux -L in -f /dev/null new \'printf "inside? "; read x\'',
    'inside?',
    { needs: ['tmux'], hidden: false },
  ),
  waits(
    'tmux in tmux: attached to a server of before',
    'tmux -L in -f /dev/null new -d "PS1=\'before$ \' sh"; env -u TMUX tmux -L in attach',
    'before$',
    { needs: ['tmux'] },
  ),
  waits(
    'screen: shell',
    "mkdir -m 700 s; SCREENDIR=$PWD/s PS1='inner$ ' SHELL=/bin/sh screen -c /dev/null",
    [see(/inner\$|return/i)],
    { needs: ['screen'] },
  ),
  works(
    'screen: sleep',
    "mkdir -m 700 s; SCREENDIR=$PWD/s screen -c /dev/null sh -c 'echo ready; sleep 600'",
    'ready',
    { needs: ['screen'] },
  ),
  asks(
    'expect: spawn and interact',
    `expect -c 'spawn sh -c "printf spawned?; read x"; interact'`,
    /^spawned\?/m,
    { prompt: /^spawned\?$/ },
  ),
  works('expect: spawned sleep', `expect -c 'spawn sh -c "echo ready; sleep 600"; interact'`, /^ready/m, {}),
  asks('timeout --foreground: read', 'timeout --foreground 600 sh -c \'printf "fore? "; read x\'', 'fore?', {
    prompt: /^fore\?$/,
  }),
  asks('flock: read', 'flock l sh -c \'printf "lock? "; read x\'', 'lock?', { prompt: /^lock\?$/ }),
  asks('nice and stdbuf: read', 'nice stdbuf -o0 sh -c \'printf "nice? "; read x\'', 'nice?', {
    prompt: /^nice\?$/,
  }),
  asks('time: read', 'bash -c \'time read -p "time? " x\'', 'time?', { prompt: /^time\?$/, needs: ['bash'] }),
  asks('job control: read', 'bash -c \'set -m; sh -c "printf job?; read x"; true\'', 'job?', {
    prompt: /^job\?$/,
    needs: ['bash'],
  }),
  asks('strace of a read', 'strace -o log -f sh -c \'printf "traced? "; read x\'', 'traced?', {
    prompt: /^traced\?$/,
    notIn: 'container',
  }),
  asks('xargs -o: read', 'echo 1 | xargs -o sh -c \'printf "xo? "; read x\'', 'xo?', { prompt: /^xo\?$/ }),
  asks(
    'unshare: read in a pid namespace',
    'unshare --fork --pid --mount-proc sh -c \'printf "ns? "; read x\'',
    'ns?',
    { prompt: /^ns\?$/, only: 'root', notIn: 'container' },
  ),
  works(
    'unshare: sleep in a pid namespace',
    "unshare --fork --pid --mount-proc sh -c 'echo ready; sleep 600'",
    'ready',
    { only: 'root', notIn: 'container' },
  ),
  asks(
    'a shell that asks behind its answer',
    'bash -c \'read -p "one? " x; sleep 0.4; read -p "two? " y\'',
    [see('one?'), type('1'), keys('Enter'), see('two?')],
    { prompt: /^two\?$/, short },
  ),
];
