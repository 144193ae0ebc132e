import { durationText, MuxError } from '../../model/index.js';

/** Turns what ssh printed before it gave up into one sentence and something to do about it. */
export function sshError(place: string, stderr: string): MuxError {
  const said = lastLines(stderr);
  const known = KNOWN.find(({ pattern }) => pattern.test(stderr));
  const details = { place, stderr: said };
  if (!known) {
    return new MuxError('HOST_UNREACHABLE', `${place} cannot be reached: ${said || 'ssh gave no reason'}.`, {
      suggestion: 'Try the same with ssh -v by hand.',
      details,
    });
  }
  return new MuxError('HOST_UNREACHABLE', `${place} cannot be reached: ${known.sentence}.`, {
    suggestion: known.suggestion,
    details,
  });
}

/** The client itself is not on this machine. */
export function sshClientMissing(command: string, cause: Error): MuxError {
  return new MuxError('HOST_UNREACHABLE', `The SSH client '${command}' could not be started.`, {
    suggestion:
      'Install the OpenSSH client (apt-get install openssh-client), or give its path as ssh.command.',
    details: { command },
    cause,
  });
}

/** No answer within the time for connecting. */
export function connectTimeout(place: string, connectTimeoutMs: number): MuxError {
  return new MuxError(
    'HOST_UNREACHABLE',
    `${place} did not answer within ${durationText(connectTimeoutMs)}.`,
    {
      suggestion: 'Check the address, the network and any firewall, or give a larger ssh.connectTimeoutMs.',
      details: { place, connectTimeoutMs },
    },
  );
}

/** The link broke under a program that had been started. */
export function linkLost(place: string, program: string, stderr: string): MuxError {
  return new MuxError('CONNECTION_LOST', `The link to ${place} broke while '${program}' ran there.`, {
    suggestion: 'The next call connects again; look first whether the program has done its work.',
    details: { place, program, stderr: lastLines(stderr) },
  });
}

/** Logging in worked, but no POSIX shell came up. */
export function noShell(place: string, code: number | undefined, stderr: string): MuxError {
  const said = lastLines(stderr) || `exit code ${code}`;
  return new MuxError('HOST_UNREACHABLE', `${place} lets us in but runs no commands: ${said}.`, {
    suggestion: 'The account needs a login shell that runs commands, and sh on its PATH.',
    details: { place, code, stderr: said },
  });
}

const KNOWN: readonly { readonly pattern: RegExp; readonly sentence: string; readonly suggestion: string }[] =
  [
    {
      pattern: /Could not resolve hostname/,
      sentence: 'its name cannot be resolved',
      suggestion: 'Check the spelling; an alias must stand in the SSH configuration that is used.',
    },
    {
      pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED/,
      sentence: 'its host key is not the one that is known',
      suggestion:
        'If the machine was set up again, remove its old key with ssh-keygen -R; else do not connect.',
    },
    {
      pattern: /Host key verification failed|No \S+ host key is known for/,
      sentence: 'its host key is not known yet',
      suggestion: 'Connect once by hand with ssh, compare the fingerprint and accept it.',
    },
    {
      pattern: /Too many authentication failures/,
      sentence: 'it refused after too many keys were offered',
      suggestion: 'Name the right key with IdentityFile and set IdentitiesOnly yes for this machine.',
    },
    {
      pattern: /Permission denied \(|No more authentication methods/,
      sentence: 'it accepts none of the keys that were offered',
      suggestion:
        'Check the user name, that your public key is in its authorized_keys (ssh-copy-id), and that a key with a pass phrase is loaded (ssh-add -l): nothing can be asked here.',
    },
    {
      pattern: /Connection refused/,
      sentence: 'nothing listens on that port',
      suggestion: 'Check the port, and that an SSH server runs there.',
    },
    {
      pattern: /timed out|Timeout, server .* not responding/i,
      sentence: 'it did not answer in time',
      suggestion: 'Check the address, the network and any firewall, or give a larger ssh.connectTimeoutMs.',
    },
    {
      pattern: /No route to host|Network is unreachable|Host is down/,
      sentence: 'there is no way to it through the network',
      suggestion: 'Check the network, or the VPN that leads there.',
    },
    {
      pattern: /Unable to negotiate/,
      sentence: 'client and server share no key type or cipher',
      suggestion:
        'Update the older of the two, or allow the algorithm for this machine in the SSH configuration.',
    },
    {
      pattern:
        /[Bb]ad configuration option|bad configuration options|Can't open user config file|Bad owner or permissions on/,
      sentence: 'ssh does not accept its configuration file',
      suggestion: 'Run ssh -G with the name of the machine to see what is wrong with it.',
    },
    {
      pattern: /kex_exchange_identification|Connection (closed|reset) by|closed by remote host/,
      sentence: 'it closed the connection before the login',
      suggestion:
        'It may be no SSH server, have too many connections at once (MaxStartups), or block this machine.',
    },
  ];

/** What is shown of ssh's own words: its last lines, without the frame of its big warning. */
function lastLines(stderr: string): string {
  const lines = stderr.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !/^@+$/.test(line))
    .slice(-3)
    .join(' ')
    .replace(/[.:]$/, '');
}
