import { asks, idles, keys, type LabProgram, see, type, waits } from '../lab-program.js';

const short = true;

/** Shells at their prompts, and what scripts ask with. */
export const shells: readonly LabProgram[] = [
  idles('sh: prompt', "PS1='$ ' exec sh -i", /\$ $|\$$/m, {}),
  idles('bash: prompt', "PS1='bash-5.2$ ' exec bash --norc --noprofile -i", 'bash-5.2$', {
    short,
    needs: ['bash'],
  }),
  waits(
    'bash: prompt with half a line',
    "PS1='bash-5.2$ ' exec bash --norc --noprofile -i",
    [see('bash-5.2$'), type('echo hel'), see('echo hel')],
    { needs: ['bash'] },
  ),
  waits(
    'bash: continuation',
    "PS1='$ ' PS2='more: ' exec bash --norc --noprofile -i",
    [see('$'), type('echo "'), keys('Enter'), see('more:')],
    { needs: ['bash'] },
  ),
  waits(
    'bash: prompt beside a busy background job',
    "PS1='bash-5.2$ ' exec bash --norc --noprofile -i",
    [
      see('bash-5.2$'),
      type('while :; do sleep 0.05; done & clear; echo started'),
      keys('Enter'),
      see(/^started/m),
    ],
    { needs: ['bash'] },
  ),
  waits(
    'bash: prompt with a stopped job',
    "PS1='bash-5.2$ ' exec bash --norc --noprofile -i",
    [
      see('bash-5.2$'),
      type('clear; echo up; sleep 600'),
      keys('Enter'),
      see(/^up/m),
      keys('C-z'),
      see('Stopped'),
    ],
    { needs: ['bash'] },
  ),
  waits(
    'bash: prompt with a background reader',
    "PS1='bash-5.2$ ' exec bash --norc --noprofile -i",
    [see('bash-5.2$'), type('cat & sleep 0.2; clear; echo started'), keys('Enter'), see(/^started/m)],
    { needs: ['bash'] },
  ),
  idles('zsh: prompt', "PS1='%% ' exec zsh -f -i", /^%/m, { needs: ['zsh'] }),
  waits('fish: prompt', 'exec fish --private --no-config', /[>#$] ?$/m, { needs: ['fish'] }),
  waits('ksh: prompt', "PS1='ksh$ ' exec ksh -i", 'ksh$', { needs: ['ksh'] }),
  waits('mksh: prompt', 'exec mksh -i', /[#$] ?$/m, { needs: ['mksh'] }),
  waits('tcsh: prompt', 'exec tcsh -f', /[>#%] ?$/m, { needs: ['tcsh'] }),
  idles('busybox sh: prompt', "PS1='$ ' exec busybox sh -i", '$', { needs: ['busybox'] }),
  asks('sh: read', 'printf "name? "; read x', 'name?', { prompt: /^name\?$/, short }),
  asks('sh: question above an empty line', 'echo "Paste your token"; read x', 'Paste your', {
    prompt: /^Paste your token$/,
    short,
  }),
  asks('sh: read in a function of a subshell', '(ask() { printf "in? "; read x; }; ask)', 'in?', {
    prompt: /^in\?$/,
  }),
  asks('sh: read in a command substitution', 'x=$(printf "sub? " > /dev/tty; read y; echo $y)', 'sub?', {
    prompt: /^sub\?$/,
  }),
  asks('sh: read in a pipeline', '(printf "pipe? " > /dev/tty; read y; echo $y) | cat', 'pipe?', {
    prompt: /^pipe\?$/,
  }),
  asks('sh: read of /dev/tty', 'echo x | (read a; printf "tty? "; read y < /dev/tty)', 'tty?', {
    prompt: /^tty\?$/,
    short,
  }),
  asks('sh: hidden read', 'stty -echo; printf "Secret: "; read x', 'Secret:', { prompt: /^Secret:$/, short }),
  asks('sh: read beside a background job', 'sleep 600 & printf "go? "; read x', 'go?', { prompt: /^go\?$/ }),
  asks(
    'sh: read while a job prints elsewhere',
    '(while sleep 1; do echo x; done > log) & printf "go? "; read x',
    'go?',
    { prompt: /^go\?$/ },
  ),
  asks('sh: read after output', 'seq 100; printf "continue? [y/N] "; read x', 'continue?', {
    prompt: /^continue\? \[y\/N\]$/,
  }),
  asks('sh: trap and read', 'trap : WINCH CHLD; printf "trap? "; read x', 'trap?', { prompt: /^trap\?$/ }),
  asks('bash: read -p', 'bash -c \'read -p "name: " x\'', 'name:', { prompt: /^name:$/ }),
  asks('bash: read -s', 'bash -c \'read -s -p "Password: " x\'', 'Password:', {
    prompt: /^Password:$/,
  }),
  asks('bash: read -n1', 'bash -c \'read -n1 -p "Continue? [y/n] " x\'', '[y/n]', {
    prompt: /^Continue/,
  }),
  asks('bash: read -t 60', 'bash -c \'read -t 60 -p "soon? " x\'', 'soon?', { prompt: /^soon\?$/, short }),
  asks('bash: read -t 60 of one key', 'bash -c \'read -t 60 -n 1 -p "key? " x\'', 'key?', {
    prompt: /^key\?$/,
  }),
  asks('bash: read -e', 'bash -c \'read -e -p "edit: " x\'', 'edit:', { prompt: /^edit:$/ }),
  waits('bash: read without a word', "bash -c 'read x'", [], { needs: ['bash'] }),
  waits('bash: read -t 60 without a word', "bash -c 'read -t 60 x'", [], { needs: ['bash'] }),
  asks('bash: select', 'bash -c \'PS3="Which? "; select x in one two; do break; done\'', 'Which?', {
    prompt: /Which\?/,
    short,
  }),
  waits('bash: mapfile', "bash -c 'echo lines:; mapfile a'", 'lines:'),
  asks('zsh: read -q', 'zsh -fc \'read -q "?Sure? "\'', 'Sure?', { prompt: /^Sure\?$/ }),
  asks('zsh: vared', 'zsh -fic \'x=abc; vared -p "value: " x\'', 'value:'),
  asks('zsh: select', 'zsh -fc \'PROMPT3="Which? "; select x in one two; do break; done\'', 'Which?', {
    prompt: /Which\?/,
  }),
  asks('fish: read', 'fish --no-config -c \'read -P "fish? " x\'', 'fish?', { prompt: /^fish\?/ }),
  asks('ksh: read', 'ksh -c \'read x?"ksh? "\'', 'ksh?', { prompt: /^ksh\?$/ }),
  asks('tcsh: $<', 'tcsh -fc \'echo -n "tc? "; set x = $<\'', 'tc?', { prompt: /^tc\?$/ }),
  asks('busybox sh: read', 'busybox sh -c \'read -p "bb? " x\'', 'bb?', { prompt: /^bb\?$/ }),
  asks(
    'two questions in a row',
    'printf "first? "; read x; printf "second? "; read y',
    [see('first?'), type('one'), keys('Enter'), see('second?')],
    { prompt: /^second\?$/, short },
  ),
  asks(
    'the same question twice',
    'for i in 1 2; do printf "again? "; read x; done',
    [see('again?'), type('one'), keys('Enter'), see(/again\? one\s+again\?/)],
    { prompt: /^again\?$/ },
  ),
];
