import { asks, type LabProgram, waits, works } from '../lab-program.js';

const short = true;
const python = (code: string): string => `python3 -c '${code}'`;
const node = (code: string): string => `node -e '${code}'`;
const packages = ['node', 'npm-packages'];
const link = 'ln -s "$LAB_NPM/node_modules" .; ';

/** Programs that look at their terminal in uncommon ways, and watchers that also take keys. */
export const tricky: readonly LabProgram[] = [
  asks(
    'setsid: reads /dev/tty of before',
    'exec 3</dev/tty; printf "kept? "; setsid -w sh -c "read x <&3"',
    'kept?',
    { prompt: /^kept\?$/, short },
  ),
  asks(
    'script: reads the outer /dev/tty',
    `exec 3</dev/tty; script -q -c 'printf "outer? "; cat <&3' /dev/null`,
    'outer?',
    { hidden: true },
  ),
  waits(
    'python: reads without blocking, then sleeps',
    python(
      'import os,time,tty\ntty.setcbreak(0); os.set_blocking(0,False); print("Press a key",flush=True)\nwhile True:\n  try:\n    if os.read(0,1): break\n  except BlockingIOError: time.sleep(0.1)',
    ),
    'Press a key',
    { hidden: true },
  ),
  waits(
    'python: select of no time, then sleeps',
    python(
      'import select,sys,time\nprint("Press Enter",flush=True)\nwhile not select.select([0],[],[],0)[0]: time.sleep(0.05)',
    ),
    'Press Enter',
    { hidden: true, short },
  ),
  waits(
    'bash: read -t 0, then sleeps',
    'bash -c \'echo "Press Enter"; while ! read -t 0; do sleep 0.1; done\'',
    'Press Enter',
    { hidden: true },
  ),
  waits(
    'python: is signalled when there is input',
    python(
      'import fcntl,os,signal,sys\nsignal.signal(signal.SIGIO,lambda *_: sys.exit())\nfcntl.fcntl(0,fcntl.F_SETOWN,os.getpid()); fcntl.fcntl(0,fcntl.F_SETFL,fcntl.fcntl(0,fcntl.F_GETFL)|os.O_ASYNC)\nprint("Press Enter",flush=True)\nwhile True: signal.pause()',
    ),
    'Press Enter',
    { hidden: true },
  ),
  asks(
    'python: epoll on the terminal only',
    python(
      'import select\nprint("ep? ",end="",flush=True); e=select.epoll(); e.register(0,select.EPOLLIN); e.poll()',
    ),
    'ep?',
    { prompt: /^ep\?$/ },
  ),
  asks(
    'python: select on an epoll set with the terminal in it',
    python(
      'import select\nprint("set? ",end="",flush=True); e=select.epoll(); e.register(0,select.EPOLLIN); select.select([e],[],[])',
    ),
    'set?',
    { prompt: /^set\?$/ },
  ),
  asks('unshare: read in a user namespace', 'unshare -Ur sh -c \'printf "uns? "; read x\'', 'uns?', {
    prompt: /^uns\?$/,
    needs: ['unshare'],
    notIn: 'container',
  }),
  waits(
    'bash: prompt beside a job that prints',
    "PS1='bash-5.2$ ' exec bash --norc --noprofile -ic '(while sleep 1; do echo tick; done) & exec bash --norc --noprofile -i'",
    'tick',
    { needs: ['bash'], hidden: true },
  ),
  waits(
    'perl: dots of SIGALRM beside a read',
    `perl -e '$|=1; $SIG{ALRM}=sub{print "."; alarm 1}; alarm 1; print "working"; <STDIN>'`,
    'working.',
    { needs: ['perl'] },
  ),
  works(
    'bash: spinner',
    `bash -c 'while :; do for c in - / "|"; do printf "\\r%s Installing" "$c"; sleep 0.1; done; done'`,
    'Installing',
    {},
  ),
  works(
    'perl: spinner',
    `perl -e '$|=1; my $i; while (1) { print "\\r", substr("-/|", $i++ % 3, 1), " Installing"; select(undef, undef, undef, 0.1) }'`,
    'Installing',
    {},
  ),
  works(
    'python: spinner of a thread',
    python(
      'import itertools,threading,time\ndef spin():\n  for c in itertools.cycle("-/|"): print("\\r"+c+" Installing",end="",flush=True); time.sleep(0.1)\nthreading.Thread(target=spin,daemon=True).start(); time.sleep(600)',
    ),
    'Installing',
    {},
  ),
  works(
    'make -j',
    'printf "all: a b c\\n%%: ; @echo start; sleep 600\\n" > f.mk; make -j3 -f f.mk',
    /start\s+start\s+start/,
    { needs: ['make'] },
  ),
  works(
    'node: watcher that takes keys',
    node(
      'process.stdin.setRawMode(true);process.stdin.resume();require("fs").watch(".",()=>{});console.log("Watching for changes (press q to quit)")',
    ),
    'Watching',
    { short },
  ),
  works(
    'node: watcher that takes lines',
    node(
      'process.stdin.on("data",()=>{});require("fs").watch(".",()=>{});console.log("watching for changes, type rs to restart")',
    ),
    'watching',
    {},
  ),
  works(
    'node: watcher whose build works',
    node(
      'process.stdin.setRawMode(true);process.stdin.resume();require("fs").watch(".",()=>{});console.log("building (press q to quit):");require("child_process").spawn("sh",["-c","while :; do :; done"])',
    ),
    'building',
    {},
  ),
  works(
    'nodemon',
    `${link}echo 'setInterval(()=>{},9999);console.log("app up")' > app.js; node node_modules/nodemon/bin/nodemon.js app.js`,
    'app up',
    { needs: packages },
  ),
  works(
    'vite',
    'mkdir node_modules; ln -s "$LAB_NPM"/node_modules/* node_modules; echo hello > index.html; node "$LAB_NPM/node_modules/vite/bin/vite.js" --port 0',
    'Local',
    { needs: packages },
  ),
  works('ffmpeg', 'ffmpeg -hide_banner -re -f lavfi -i testsrc=r=5:s=64x64 -f null -', 'frame=', {
    needs: ['ffmpeg'],
  }),
  works(
    'curl',
    `python3 -c 'import socket,time; s=socket.socket(); s.bind(("127.0.0.1",0)); s.listen(); print(s.getsockname()[1],flush=True); time.sleep(600)' > port & while [ ! -s port ]; do sleep 0.1; done; echo ready; curl -s http://127.0.0.1:$(cat port)/`,
    'ready',
    { needs: ['curl', 'python3'] },
  ),
  works('ping', 'ping 127.0.0.1', 'bytes from', { needs: ['ping'] }),
  works(
    'tail behind words that look like a password',
    'printf "Password: "; exec tail -f /dev/null',
    'Password:',
    {
      needs: ['tail'],
    },
  ),
  asks(
    'chroot: reads its own /dev/tty',
    'exec unshare -m sh -c \'mkdir r; mount --rbind / r; exec chroot r sh -c "exec 0</dev/tty; printf root?; read x"\'',
    'root?',
    { prompt: /^root\?$/, needs: ['unshare'], only: 'root', notIn: 'container' },
  ),
];
