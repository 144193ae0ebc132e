import { keys, type LabProgram, see, works } from '../lab-program.js';

const short = true;

/** Programs that work, sleep, or wait for something that is not a person. */
export const workers: readonly LabProgram[] = [
  works('sleep', 'sleep 600', [], { short }),
  works('sleep with words that look like a prompt', 'printf "> "; sleep 600', '>', {}),
  works('sleep behind a question', 'printf "Continue? [y/N] "; sleep 600', 'Continue', { short }),
  works('sleep behind a colon', 'printf "Downloading: "; sleep 600', 'Downloading', {}),
  works('sleep, echo off', 'stty -echo; echo ready; sleep 600', 'ready', {}),
  works('sleep, raw', 'stty raw -echo; echo ready; sleep 600', 'ready', {}),
  works('wait for a job', 'sleep 600 & wait', [], {}),
  works('sleep | cat', 'sleep 600 | cat', [], {}),
  works('busy loop', 'echo ready; while :; do :; done', 'ready', { short }),
  works('busy loop, in the end of a pipe', 'echo ready; while :; do :; done | cat', 'ready', {}),
  works('a line each 300 ms', 'while echo working; do sleep 0.3; done', 'working', {}),
  works('a line each second', 'while echo working; do sleep 1; done', 'working', {}),
  works('dots', 'while printf .; do sleep 0.2; done', '...', {}),
  works('a progress bar', 'i=0; while :; do i=$((i+1)); printf "\\r[%d%%]" $i; sleep 0.25; done', '%]', {}),
  works('lines that look like questions', 'while echo "are you sure?"; do sleep 0.4; done', 'sure?', {}),
  works('tail -f', 'echo a > f; tail -f f', 'a', {}),
  works(
    'tail -f of a growing file',
    'echo a > f; (while sleep 0.5; do echo x >> f; done) & tail -f f',
    'x',
    {},
  ),
  works('find /', 'echo ready; while :; do find / -xdev; done > /dev/null 2>&1', 'ready', {}),
  works('dd', 'echo ready; dd if=/dev/zero of=/dev/null bs=64k', 'ready', {}),
  works('yes', 'echo ready; yes > /dev/null', 'ready', { needs: ['yes'] }),
  works('flood', 'yes', 'y', { needs: ['yes'] }),
  works('make', 'printf "all:\\n\\t@echo ready; sleep 600\\n" > f.mk; make -f f.mk', 'ready', {
    needs: ['make'],
  }),
  works('read of a fifo', 'mkfifo p; echo ready; read x < p', 'ready', { needs: ['mkfifo'] }),
  works('cat of a fifo', 'mkfifo p; echo ready; cat p', 'ready', { needs: ['mkfifo'] }),
  works('flock', 'touch l; flock l sleep 600 & sleep 0.3; echo ready; flock l true', 'ready', {
    needs: ['flock'],
  }),
  works('python: sleep', `python3 -c 'import time; print("ready",flush=True); time.sleep(600)'`, 'ready', {}),
  works(
    'python: computes while a thread reads',
    `python3 -c 'import threading,sys; threading.Thread(target=sys.stdin.readline).start(); print("ready",flush=True)\nwhile True: sum(range(100000))'`,
    'ready',
    {},
  ),
  works('python: http.server', 'python3 -u -m http.server 0 --bind 127.0.0.1', 'Serving', {}),
  works(
    'python: recv',
    `python3 -c 'import socket; a,b=socket.socketpair(); print("ready",flush=True); a.recv(1)'`,
    'ready',
    {},
  ),
  works(
    'python: child sleeps',
    `python3 -c 'import subprocess; print("ready",flush=True); subprocess.run(["sleep","600"])'`,
    'ready',
    {},
  ),
  works('node: timer', `node -e 'setInterval(()=>{},100000); console.log("ready")'`, 'ready', {}),
  works(
    'node: HTTP server',
    `node -e 'require("http").createServer().listen(0,"127.0.0.1",()=>console.log("ready"))'`,
    'ready',
    {},
  ),
  works('node: computes', `node -e 'console.log("ready"); for(;;);'`, 'ready', {}),
  works(
    'node: its child works while it watches stdin',
    `node -e 'process.stdin.on("data",()=>{}); require("child_process").spawn("sh",["-c","echo ready; while :; do :; done"],{stdio:"inherit"})'`,
    'ready',
    {},
  ),
  works('perl: sleep', `perl -e '$|=1; print "ready\\n"; sleep 600'`, 'ready', {}),
  works('php -S', 'php -S 127.0.0.1:0', /started|Development/, { needs: ['php'] }),
  works('socat between files', 'touch f; echo ready; socat -u FILE:f,ignoreeof -', 'ready', {
    needs: ['socat'],
  }),
  works('stopped', `sh -c 'echo ready; kill -STOP $$'`, 'ready', {}),
  works('timeout: reads in the background', `echo ready; timeout 600 sh -c 'read x'; true`, 'ready', {
    needs: ['timeout'],
  }),
  works('Ctrl-S', 'while echo x; do sleep 0.2; done', [see('x'), keys('C-s')], { hidden: true }),
  works('vmstat', 'vmstat 1', 'memory', {}),
  works('sh waits for a process substitution', `bash -c 'echo ready; cat <(sleep 600)'`, 'ready', {
    needs: ['bash'],
  }),
];
