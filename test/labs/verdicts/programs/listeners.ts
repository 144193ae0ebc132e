import { type LabProgram, works } from '../lab-program.js';

const short = true;
const node = (code: string): string => `node -e '${code}'`;
const curses = (body: string): string =>
  `python3 -c 'import curses,time\ndef main(s):\n${body
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}\ncurses.wrapper(main)'`;

/** Programs that would notice a key while they show or serve something: they ask nobody. */
export const listeners: readonly LabProgram[] = [
  works('top', 'top', 'load average', { short }),
  works('top -d 1', 'top -d 1', 'load average', {}),
  works('htop', 'htop', /Load|Tasks/, {}),
  works('watch', 'watch -n 1 date', 'Every', {}),
  works('watch every 3 seconds', 'watch -n 3 date', 'Every', {}),
  works(
    'node: spinner that takes keys',
    node(
      'process.stdin.setRawMode(true);process.stdin.resume();let i=0;setInterval(()=>process.stdout.write("\\r"+"-/|."[i++%4]+" Installing "+i),300)',
    ),
    'Installing',
    { short },
  ),
  works(
    'node: quick spinner that takes keys',
    node(
      'process.stdin.setRawMode(true);process.stdin.resume();let i=0;setInterval(()=>process.stdout.write("\\r"+"-/|."[i++%4]+" Installing "+i),80)',
    ),
    'Installing',
    {},
  ),
  works(
    'node: a line every second, takes lines',
    node('process.stdin.on("data",()=>{});let i=0;setInterval(()=>console.log("built "+i++),1000)'),
    'built 1',
    { short },
  ),
  works(
    'node: progress every two seconds, takes keys',
    node(
      'process.stdin.setRawMode(true);process.stdin.resume();let i=0;const t=()=>process.stdout.write("\\rstep "+i+++" of 90");t();setInterval(t,2000)',
    ),
    'step',
    {},
  ),
  works(
    'node: server that reads stdin',
    node(
      'process.stdin.on("data",()=>{});require("http").createServer().listen(0,"127.0.0.1",()=>console.log("listening on 3000"))',
    ),
    'listening',
    { short },
  ),
  works(
    'node: server that takes keys',
    node(
      'process.stdin.setRawMode(true);process.stdin.resume();require("http").createServer().listen(0,"127.0.0.1",()=>console.log("ready, press q to quit"))',
    ),
    'ready',
    {},
  ),
  works(
    'node: server with readline',
    node(
      'require("readline").createInterface({input:process.stdin});require("http").createServer().listen(0,"127.0.0.1",()=>console.log("listening on 3000\\npress h + enter to show help"))',
    ),
    'press h',
    {},
  ),
  works(
    'python: curses clock',
    curses('s.timeout(500)\nwhile True:\n  s.addstr(1,1,time.ctime()); s.refresh(); s.getch()'),
    ':',
    { needs: ['python3'], short },
  ),
  works(
    'python: curses clock of halfdelay',
    curses(
      'curses.halfdelay(10)\nn=0\nwhile True:\n  n+=1; s.addstr(1,1,"tick %d"%n); s.refresh()\n  try: s.getkey()\n  except curses.error: pass',
    ),
    'tick',
    { needs: ['python3'] },
  ),
  works(
    'python: select with a timeout and a counter',
    `python3 -c 'import select,sys\nn=0\nwhile True:\n  n+=1; print("\\rcopied %d files"%n,end="",flush=True); select.select([sys.stdin],[],[],0.7)'`,
    'copied',
    { needs: ['python3'] },
  ),
  works(
    'python: prints while a thread reads',
    `python3 -c 'import threading,sys,time\nthreading.Thread(target=sys.stdin.readline,daemon=True).start()\nn=0\nwhile True:\n  n+=1; print("step %d"%n,flush=True); time.sleep(0.6)'`,
    'step 2',
    { needs: ['python3'] },
  ),
  works(
    'bash: a countdown of read -t 1',
    `bash -c 'for i in $(seq 600 -1 1); do printf "\\rstarting in %s seconds" $i; read -t 1 -n 1 && break; done'`,
    'starting',
    {},
  ),
  works(
    'python: select on stdin and a socket',
    `python3 -c 'import socket,select,sys\ns=socket.socket(); s.bind(("127.0.0.1",0)); s.listen()\nprint("listening",flush=True); select.select([sys.stdin,s],[],[])'`,
    'listening',
    { needs: ['python3'] },
  ),
  works('nc -l', 'echo ready; nc -l -p 0 127.0.0.1 || nc -l 127.0.0.1 0', 'ready', {
    needs: ['nc'],
    hidden: true,
  }),
  works('pv of a slow pipe', '(while echo x; do sleep 0.3; done) | pv > /dev/null', /\d/, { needs: ['pv'] }),
  works(
    'dialog --gauge',
    '(while echo 50; do sleep 0.5; done) | dialog --gauge "Copying" 8 30',
    'Copying',
    {},
  ),
  works('less +F', 'echo a > f; (while sleep 1; do echo x >> f; done) & less +F f', 'Waiting for data', {
    needs: ['less'],
  }),
];
