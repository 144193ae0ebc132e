import { MuxError } from '../../model/index.js';
import type { EngineEndpoint } from './engine-endpoint.js';

/** A refusal of the engine, as it came; never leaves this folder. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The part of a container's state that errors speak of. */
export interface ContainerState {
  readonly Status: string;
  readonly Running: boolean;
  readonly Paused: boolean;
  readonly Restarting: boolean;
  readonly ExitCode: number;
}

/** No engine could be spoken to. `cause` is what the socket said. */
export function engineUnavailable(endpoint: EngineEndpoint, cause: NodeJS.ErrnoException): MuxError {
  const { url, source } = endpoint;
  const [sentence, suggestion] = whyUnavailable(url, cause);
  return new MuxError('DOCKER_UNAVAILABLE', sentence, {
    suggestion,
    details: { engine: url, source, errno: cause.code },
    cause,
  });
}

function whyUnavailable(url: string, cause: NodeJS.ErrnoException): [sentence: string, suggestion: string] {
  switch (cause.code) {
    case 'ENOENT':
      return [
        `There is no Docker engine at ${url}: the socket does not exist.`,
        'Start Docker (systemctl start docker, or Docker Desktop), or set DOCKER_HOST to where the engine listens.',
      ];
    case 'EACCES':
    case 'EPERM':
      return [
        `This user may not access the Docker engine at ${url}.`,
        'Add the user to the docker group (sudo usermod -aG docker $USER, then log in again), or use a rootless engine.',
      ];
    case 'ECONNREFUSED':
      return [
        `Nothing answers at ${url}: the connection was refused.`,
        'Start the Docker engine, or set DOCKER_HOST to where it listens.',
      ];
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [`The machine of the Docker engine at ${url} is not known.`, 'Check the name in DOCKER_HOST.'];
    case 'ECONNRESET':
    case 'EPIPE':
      return [
        `The Docker engine at ${url} closed the connection.`,
        'Check whether the engine was stopped or restarted; over tcp, whether it requires TLS (DOCKER_TLS_VERIFY=1).',
      ];
    case 'ABORT_ERR':
      return [
        `The Docker engine at ${url} did not answer in time.`,
        'Check whether the engine hangs (docker info), or whether its machine is very busy.',
      ];
    default:
      return [
        `The Docker engine at ${url} cannot be reached: ${cause.message}.`,
        'Check that the engine runs, and DOCKER_HOST, DOCKER_TLS_VERIFY and DOCKER_CERT_PATH.',
      ];
  }
}

export function containerNotFound(container: string, running: readonly string[]): MuxError {
  const some = running.slice(0, 5).join(', ') + (running.length > 5 ? ` and ${running.length - 5} more` : '');
  const others = running.length > 0 ? ` Running containers: ${some}.` : ' No container is running.';
  return new MuxError('CONTAINER_NOT_FOUND', `Container not found: '${container}'.${others}`, {
    suggestion: 'Check the name with docker ps -a.',
    details: { container, running },
  });
}

export function containerNotRunning(container: string, state: ContainerState | undefined): MuxError {
  const options = { details: { container, state: state?.Status, exitCode: state?.ExitCode } };
  if (state?.Paused) {
    return new MuxError('CONTAINER_NOT_RUNNING', `Container '${container}' is not running (paused).`, {
      ...options,
      suggestion: `Unpause container: docker unpause ${container}`,
    });
  }
  const how =
    state?.Status === 'exited' ? `exited, code ${state.ExitCode}` : (state?.Status ?? 'it stopped just now');
  return new MuxError('CONTAINER_NOT_RUNNING', `Container '${container}' is not running (${how}).`, {
    ...options,
    suggestion: `Start container: docker start ${container} (or docker-compose up -d ${container})`,
  });
}

/** Why a program did not start; `text` is what the engine printed in the place of the program's output. */
export function execStartError(program: string, place: string, text: string): MuxError {
  const details = { program, engine: text.trim() };
  if (/chdir to cwd/.test(text)) {
    return new MuxError('FILE_NOT_FOUND', `The folder to run '${program}' in does not exist on ${place}.`, {
      suggestion: 'Check the option cwd.',
      details,
    });
  }
  if (/executable file not found|no such file or directory/i.test(text)) {
    return new MuxError('PROGRAM_NOT_FOUND', `There is no program '${program}' on ${place}.`, {
      suggestion: 'Install it in the image, or check the PATH of the container.',
      details,
    });
  }
  if (/permission denied/i.test(text)) {
    return new MuxError('PERMISSION_DENIED', `'${program}' on ${place} may not be run by this user.`, {
      suggestion: 'Check the permissions of the file.',
      details,
    });
  }
  if (/argument list too long/i.test(text)) {
    return new MuxError(
      'COMMAND_TOO_LARGE',
      `The arguments for '${program}' exceed the limit of the system.`,
      {
        details,
      },
    );
  }
  const why = text.trim() || 'the engine gave no reason';
  return new MuxError('HOST_IO_FAILED', `'${program}' could not be started on ${place}: ${why}.`, {
    suggestion: 'Check that the user exists in the container.',
    details,
  });
}
