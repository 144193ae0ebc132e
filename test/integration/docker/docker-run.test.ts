import { describe, expect, it } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { commandLines, containerHost, endless } from './container-host.js';

describe.each(['glibc', 'busybox'] as const)('running a program in a %s container', (image) => {
  it('gives its output, apart, and its exit code', async () => {
    await using docker = await containerHost(image);
    const result = await docker.host.run(['sh', '-c', 'printf out; printf err >&2; exit 3']);
    expect({ ...result, stdout: `${result.stdout}`, stderr: `${result.stderr}` }).toEqual({
      code: 3,
      stdout: 'out',
      stderr: 'err',
    });
  });

  it('gives 128 and the signal for one that was killed, while the container runs on', async () => {
    await using docker = await containerHost(image);
    expect((await docker.host.run(['sh', '-c', 'kill -9 $$'])).code).toBe(137);
    expect((await docker.host.run(['sh', '-c', 'kill -15 $$'])).code).toBe(143);
  });

  it('hands over arguments, environment and folder as they are', async () => {
    await using docker = await containerHost(image);
    const odd = 'a b\n"$HOME" \'é\' *';
    const { stdout } = await docker.host.run(
      ['sh', '-c', 'printf "%s|%s|%s" "$1" "$ODD" "$PWD"', 'sh', odd],
      {
        env: { ODD: odd },
        cwd: '/var/log',
      },
    );
    expect(stdout.toString()).toBe(`${odd}|${odd}|/var/log`);
  });

  it('gives every byte of a large input, and every byte of a large output', async () => {
    await using docker = await containerHost(image);
    const input = Buffer.alloc(
      20_000_000,
      Uint8Array.from({ length: 251 }, (_, byte) => byte),
    );
    const { stdout } = await docker.host.run(['cat'], { input, timeoutMs: 60_000 });
    expect(stdout.equals(input)).toBe(true);
  });

  it('ends the input of a program that was given none', async () => {
    await using docker = await containerHost(image);
    expect((await docker.host.run(['cat'])).stdout.length).toBe(0);
  });

  it('keeps the last words of a program that does not read its input', async () => {
    await using docker = await containerHost(image);
    const input = Buffer.alloc(5_000_000);
    for (let round = 0; round < 10; round++) {
      const { code, stderr } = await docker.host.run(['sh', '-c', 'echo no >&2; exit 70'], { input });
      expect([code, stderr.toString()]).toEqual([70, 'no\n']);
    }
  });

  it('says that a program is not there', async () => {
    await using docker = await containerHost(image);
    for (const program of ['no-such-program', '/no/such/program']) {
      await expect(docker.host.run([program])).rejects.toMatchObject({ code: 'PROGRAM_NOT_FOUND' });
    }
  });

  it('takes an exit code of 127 that a program gives itself for what it is', async () => {
    await using docker = await containerHost(image);
    expect((await docker.host.run(['sh', '-c', 'no-such-program'])).code).toBe(127);
  });

  it.each([
    ['deadline', 'TIMEOUT', () => ({ timeoutMs: 400 })],
    ['deadline before the engine has started it', 'TIMEOUT', () => ({ timeoutMs: 15 })],
    ['caller', 'ABORTED', () => ({ signal: AbortSignal.timeout(400) })],
  ])('leaves nothing behind that the %s ended', async (_, code, options) => {
    await using docker = await containerHost(image);
    const { argv, line } = endless();
    const script = ['sh', '-c', `${argv.join(' ')} & wait`];
    await expect(docker.host.run(script, options())).rejects.toMatchObject({ code });
    await docker.host.close();
    expect(await commandLines(docker.container, docker.engine)).not.toContain(line);
  });

  it('leaves nothing behind that printed too much', async () => {
    await using docker = await containerHost(image);
    const running = docker.host.run(['yes', 'too much'], { maxOutputBytes: 100_000 });
    await expect(running).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
    await docker.host.close();
    expect(await commandLines(docker.container, docker.engine)).not.toContain('yes too much ');
  });

  it('ends only the one program, and not what that has put in the background', async () => {
    await using docker = await containerHost(image);
    const [ended, daemon, other] = [endless(), endless(), endless()];
    await docker.host.open(other.argv);
    const script = `setsid ${daemon.argv.join(' ')} > /dev/null 2>&1 & ${ended.argv.join(' ')}; true`;
    const enough = new AbortController();
    const running = expect(
      docker.host.run(['sh', '-c', script], { signal: enough.signal, timeoutMs: 0 }),
    ).rejects.toMatchObject({ code: 'ABORTED' });
    const lines = (): Promise<string[]> => commandLines(docker.container, docker.engine);
    await expect.poll(lines).toEqual(expect.arrayContaining([ended.line, daemon.line]));
    enough.abort();
    await running;
    await expect.poll(lines).not.toContain(ended.line);
    const left = await lines();
    expect(left).toContain(daemon.line);
    expect(left).toContain(other.line);
  });
});

it('runs as the user of the option, and can end what it runs so', async () => {
  await using docker = await containerHost();
  await using host = await openHost(docker.container.address, {
    docker: { engine: docker.engine, user: 'dev' },
    timeoutMs: 60_000,
  });
  expect((await host.run(['whoami'])).stdout.toString()).toBe('dev\n');
  const { argv, line } = endless();
  await expect(host.run(argv, { timeoutMs: 400 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await host.close();
  expect(await commandLines(docker.container, docker.engine)).not.toContain(line);
});

it('says that a folder to run in is not there', async () => {
  await using docker = await containerHost();
  const running = docker.host.run(['true'], { cwd: '/no/such' });
  await expect(running).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

it('says that a file may not be run', async () => {
  await using docker = await containerHost();
  await expect(docker.host.run(['/etc/passwd'])).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});

it('runs many at once', async () => {
  await using docker = await containerHost();
  const numbers = Array.from({ length: 20 }, (_, number) => String(number));
  const results = await Promise.all(
    numbers.map((number) => docker.host.run(['echo', number], { timeoutMs: 60_000 })),
  );
  expect(results.map(({ stdout }) => stdout.toString().trim())).toEqual(numbers);
});

it('refuses to be used once it was closed', async () => {
  await using docker = await containerHost();
  await docker.host.close();
  await expect(docker.host.run(['true'])).rejects.toMatchObject({ code: 'CLOSED' });
});
