import { machineOf } from './elsewhere.js';
import { MuxError } from './mux-error.js';
import { shownText } from './shown-text.js';

/** Where one tmux server lives, taken apart. */
export type HostAddress = LocalAddress | DockerAddress | SshAddress | KubernetesAddress;

interface CommonAddress {
  /** The name for `tmux -L`; `undefined` means the host's default server. */
  readonly socket: string | undefined;
}

export interface LocalAddress extends CommonAddress {
  readonly kind: 'local';
}

export interface DockerAddress extends CommonAddress {
  readonly kind: 'docker';
  /** Name or id of the container. */
  readonly container: string;
}

export interface SshAddress extends CommonAddress {
  readonly kind: 'ssh';
  readonly user: string | undefined;
  readonly hostname: string;
  readonly port: number | undefined;
}

export interface KubernetesAddress extends CommonAddress {
  readonly kind: 'k8s';
  readonly namespace: string;
  readonly pod: string;
  readonly container: string | undefined;
}

const FORMS = 'Use local, docker://NAME or ssh://user@host:port.';

/**
 * Understands `local`, `docker://NAME`, `ssh://user@host:port`, `k8s://ns/pod/container`, each with an optional
 * `?socket=NAME`. A bare word other than `local` is a Docker container.
 *
 * @example
 * parseHostAddress('docker://sandbox?socket=work');
 * // { kind: 'docker', container: 'sandbox', socket: 'work' }
 */
export function parseHostAddress(address: string): HostAddress {
  const trimmed = address.trim();
  if (trimmed === '') throw invalid(address, 'it is empty');
  const other = machineOf(trimmed);
  if (other) throw elsewhere(other.machine, other.place);
  const [place = '', query, ...more] = trimmed.split('?');
  if (more.length > 0) throw invalid(address, "it has more than one '?'");
  const socket = parseQuery(address, query);
  const scheme = /^([a-z0-9+.-]+):\/\/(.*)$/i.exec(place);
  if (!scheme) return parseBareWord(address, place, socket);
  const rest = scheme[2] ?? '';
  switch ((scheme[1] ?? '').toLowerCase()) {
    case 'docker':
      return { kind: 'docker', container: containerName(address, rest), socket };
    case 'ssh':
      return parseSsh(address, rest, socket);
    case 'k8s':
      return parseKubernetes(address, rest, socket);
    case 'local':
      if (rest !== '')
        throw invalid(address, `'local' takes nothing after '://', and '${rest}' stands there`);
      return { kind: 'local', socket };
    default:
      throw invalid(address, `'${scheme[1]}' is not a kind of host`);
  }
}

/** The text form of an address; `parseHostAddress` gives the same address back. */
export function formatHostAddress(address: HostAddress): string {
  const query = address.socket === undefined ? '' : `?socket=${encodeURIComponent(address.socket)}`;
  switch (address.kind) {
    case 'local':
      return `local${query}`;
    case 'docker':
      return `docker://${address.container}${query}`;
    case 'ssh': {
      const user = address.user === undefined ? '' : `${encodeURIComponent(address.user)}@`;
      const hostname = address.hostname.includes(':') ? `[${address.hostname}]` : address.hostname;
      return `ssh://${user}${hostname}${address.port === undefined ? '' : `:${address.port}`}${query}`;
    }
    case 'k8s': {
      const container = address.container === undefined ? '' : `/${address.container}`;
      return `k8s://${address.namespace}/${address.pod}${container}${query}`;
    }
  }
}

function parseBareWord(address: string, word: string, socket: string | undefined): HostAddress {
  if (word === 'local') return { kind: 'local', socket };
  return { kind: 'docker', container: containerName(address, word), socket };
}

function containerName(address: string, name: string): string {
  if (name === '') throw invalid(address, 'the name of the container is missing');
  if (!/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/.test(name)) {
    throw invalid(address, `'${name}' cannot be the name of a container (letters, digits, '_', '.', '-')`);
  }
  return name;
}

function parseSsh(address: string, rest: string, socket: string | undefined): SshAddress {
  const match = /^(?:([^@/]*)@)?(\[[0-9a-fA-F:.%]+\]|[^:@/[\]]*)(?::(\d*))?\/?$/.exec(rest);
  if (!match) throw invalid(address, `'${rest}' is not of the form user@host:port`);
  const hostname = (match[2] ?? '').replace(/^\[|\]$/g, '');
  if (hostname === '') throw invalid(address, 'the name of the machine is missing');
  const user = match[1] === undefined ? undefined : decode(address, match[1]);
  // OpenSSH would parse a leading dash as an option.
  if (hostname.startsWith('-') || user?.startsWith('-'))
    throw invalid(address, "a name may not begin with '-'");
  if (user === '') throw invalid(address, "the user before '@' is missing");
  if (/[\s\0]/.test(hostname) || /[\s\0]/.test(user ?? ''))
    throw invalid(address, 'a name has white space in it');
  const port = match[3] === undefined ? undefined : Number(match[3]);
  if (port !== undefined && (match[3] === '' || port < 1 || port > 65535)) {
    throw invalid(address, `'${match[3]}' is not a port (1 to 65535)`);
  }
  return { kind: 'ssh', user, hostname, port, socket };
}

function parseKubernetes(address: string, rest: string, socket: string | undefined): KubernetesAddress {
  const [namespace, pod, container, ...more] = rest.split('/');
  if (!namespace || !pod || container === '' || more.length > 0) {
    throw invalid(address, `'${rest}' is not of the form namespace/pod/container`);
  }
  return { kind: 'k8s', namespace, pod, container, socket };
}

function parseQuery(address: string, query: string | undefined): string | undefined {
  let socket: string | undefined;
  for (const part of (query ?? '').split('&')) {
    if (part === '') continue;
    const [key, value = ''] = part.split('=', 2);
    if (key !== 'socket')
      throw invalid(address, `'${key}' is not an option of an address (only 'socket' is)`);
    socket = decode(address, value);
    checkSocketName(address, socket);
  }
  return socket;
}

function checkSocketName(address: string, socket: string): void {
  if (socket === '') throw invalid(address, "the name after 'socket=' is missing");
  if (/[/\0-\x1f]/.test(socket) || socket === '.' || socket === '..') {
    throw invalid(address, "a socket is a plain name (tmux -L), without '/' or control characters");
  }
}

function decode(address: string, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(address, `'${text}' has a broken %-escape`);
  }
}

function invalid(address: string, why: string): MuxError {
  const shown = shownText(address, LONGEST_SHOWN);
  // It repeats a part of the address.
  const reason = shownText(why, 2 * LONGEST_SHOWN);
  return new MuxError('INVALID_ADDRESS', `'${shown}' is not a host address: ${reason}.`, {
    suggestion: FORMS,
    details: { address: shown },
  });
}

/** Known from the store that this machine shares with it. */
function elsewhere(machine: string, place: string): MuxError {
  const shown = shownText(machine, LONGEST_SHOWN);
  return new MuxError(
    'HOST_ELSEWHERE',
    `This is on '${shown}', and only muxwright there reaches '${shownText(place, LONGEST_SHOWN)}'.`,
    {
      suggestion: `Do it on ${shown}, or through the server of muxwright there.`,
      details: { machine: shown },
    },
  );
}

/** Longer than any address that works. */
const LONGEST_SHOWN = 200;
