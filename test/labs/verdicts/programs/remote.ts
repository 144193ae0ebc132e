import { asks, idles, type LabProgram, waits, works } from '../lab-program.js';

const only = 'root';
const notIn = 'container';

/** A server of this machine that runs one command for those who have its key, and a client that comes to it. */
const ssh = (
  remote: string,
  client = 'ssh -i key -o UserKnownHostsFile=known -o StrictHostKeyChecking=no',
): string =>
  `ssh-keygen -q -t ed25519 -N '' -f key; ssh-keygen -q -t ed25519 -N '' -f host; mkdir -p /run/sshd
cat > remote.sh <<'END'
${remote}
END
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
/usr/sbin/sshd -p $port -h $PWD/host -f /dev/null -o ListenAddress=127.0.0.1 -o StrictModes=no -o UsePAM=no -o PidFile=none -o PermitRootLogin=yes -o AuthorizedKeysFile=$PWD/key.pub -o PrintMotd=no -o PrintLastLog=no -o SetEnv=HOME=$PWD -o "ForceCommand=exec sh $PWD/remote.sh"
${client} -o ConnectionAttempts=20 -F none -t -p $port root@127.0.0.1`;

const needs = ['ssh', 'sshd', 'python3'];
const docker = (command: string): string =>
  `docker -H "$LAB_DOCKER" exec -it "$LAB_CONTAINER" sh -c '${command}'`;
const there = { needs, only, notIn, elsewhere: true } as const;
const inContainer = { needs: ['docker', 'docker-container'], notIn, elsewhere: true } as const;

/** Programs whose terminal is on another machine: here only a client is seen. */
export const remote: readonly LabProgram[] = [
  waits('ssh: remote prompt', ssh("PS1='remote$ ' exec sh -i"), 'remote$', there),
  asks('ssh: remote question', ssh('printf "rq? "; read x'), 'rq?', { prompt: /^rq\?$/, ...there }),
  works('ssh: remote sleep', ssh('echo ready; sleep 600'), 'ready', there),
  works('ssh: remote lines', ssh('while echo ready; do sleep 0.4; done'), 'ready', there),
  works('ssh: remote top', ssh('top'), 'load average', there),
  waits('ssh: remote cat', ssh('echo ready; cat'), 'ready', { ...there, hidden: true }),
  waits('ssh: remote vim', ssh('vim -u NONE f'), '[New', { ...there, hidden: true }),
  asks('ssh: unknown host', ssh('true', 'ssh -i key -o UserKnownHostsFile=known'), 'fingerprint', {
    prompt: /continue connecting/,
    needs,
    only,
    notIn,
  }),
  asks(
    'ssh: password',
    ssh('true', 'ssh -o UserKnownHostsFile=known -o StrictHostKeyChecking=no -o PubkeyAuthentication=no'),
    'password:',
    { prompt: /password:$/, needs, only, notIn },
  ),
  waits('docker exec: prompt', docker('PS1="inside$ " exec sh -i'), 'inside$', inContainer),
  asks('docker exec: question', docker('printf "dq? "; read x'), 'dq?', { prompt: /^dq\?$/, ...inContainer }),
  works('docker exec: sleep', docker('echo ready; exec sleep 600'), 'ready', inContainer),
  works('docker exec: lines', docker('while echo ready; do sleep 0.4; done'), 'ready', inContainer),
  waits('docker exec: cat', docker('echo ready; exec cat'), 'ready', { ...inContainer, hidden: true }),
  idles('tmux in ssh: shell', ssh('exec tmux -L in -f /dev/null new "PS1=\'inner> \' sh"'), 'inner>', {
    ...there,
    needs: [...needs, 'tmux'],
    hidden: true,
  }),
];
