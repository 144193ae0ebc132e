import { describe, expect, it } from 'vitest';
import {
  containerNotFound,
  containerNotRunning,
  engineUnavailable,
  execStartError,
} from './docker-errors.js';
import type { EngineEndpoint } from './engine-endpoint.js';

const endpoint: EngineEndpoint = {
  url: 'unix:///d.sock',
  source: 'DOCKER_HOST',
  connect: { socketPath: '/d.sock' },
};
const state = { Status: 'exited', Running: false, Paused: false, Restarting: false, ExitCode: 0 };

describe('an engine that is not there', () => {
  it.each([
    ['ENOENT', /does not exist/, /Start Docker/],
    ['EACCES', /may not access/, /docker group/],
    ['ECONNREFUSED', /refused/, /Start the Docker engine/],
    ['ENOTFOUND', /not known/, /DOCKER_HOST/],
    ['ECONNRESET', /closed the connection/, /DOCKER_TLS_VERIFY/],
    ['ABORT_ERR', /did not answer in time/, /docker info/],
    ['EHOSTUNREACH', /cannot be reached: no route/, /DOCKER_HOST/],
  ])('is explained for %s', (code, message, suggestion) => {
    const error = engineUnavailable(endpoint, Object.assign(new Error('no route'), { code }));
    expect(error.code).toBe('DOCKER_UNAVAILABLE');
    expect(error.message).toMatch(message);
    expect(error.message).toContain('unix:///d.sock');
    expect(error.suggestion).toMatch(suggestion);
  });
});

describe('a container that is not there', () => {
  it('is named with some that are', () => {
    const error = containerNotFound('sandbox', ['a', 'b', 'c', 'd', 'e', 'f']);
    expect(error.code).toBe('CONTAINER_NOT_FOUND');
    expect(error.message).toBe(
      "Container not found: 'sandbox'. Running containers: a, b, c, d, e and 1 more.",
    );
  });

  it('is named alone where none runs', () => {
    expect(containerNotFound('sandbox', []).message).toBe(
      "Container not found: 'sandbox'. No container is running.",
    );
  });
});

describe('a container that does not run', () => {
  it('is told how to be started', () => {
    const error = containerNotRunning('sandbox', state);
    expect(error.code).toBe('CONTAINER_NOT_RUNNING');
    expect(error.message).toBe("Container 'sandbox' is not running (exited, code 0).");
    expect(error.suggestion).toBe('Start container: docker start sandbox (or docker-compose up -d sandbox)');
  });

  it('is told how to be unpaused', () => {
    const error = containerNotRunning('sandbox', { ...state, Status: 'paused', Running: true, Paused: true });
    expect(error.message).toBe("Container 'sandbox' is not running (paused).");
    expect(error.suggestion).toBe('Unpause container: docker unpause sandbox');
  });

  it('is told by its state otherwise', () => {
    expect(containerNotRunning('sandbox', { ...state, Status: 'created' }).message).toContain('(created)');
  });
});

describe('a program that does not start', () => {
  it.each([
    ['exec: "nope": executable file not found in $PATH: unknown', 'PROGRAM_NOT_FOUND'],
    ['exec: "/nope": stat /nope: no such file or directory: unknown', 'PROGRAM_NOT_FOUND'],
    [
      'chdir to cwd ("/nope") set in config.json failed: no such file or directory: unknown',
      'FILE_NOT_FOUND',
    ],
    ['exec: "/etc/passwd": permission denied: unknown', 'PERMISSION_DENIED'],
    ['exec /bin/echo: argument list too long: unknown', 'COMMAND_TOO_LARGE'],
    ['unable to find user bogus: no matching entries in passwd file', 'HOST_IO_FAILED'],
    ['', 'HOST_IO_FAILED'],
  ])('is explained for: %s', (text, code) => {
    expect(execStartError('nope', 'docker://sandbox', `${text}\r\n`).code).toBe(code);
  });
});
