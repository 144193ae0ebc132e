import { access } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { EngineClient } from '../../../src/hosts/docker/engine-client.js';
import { resolveEngineEndpoint } from '../../../src/hosts/docker/engine-endpoint.js';
import { sized } from '../../soak.js';
import { dockerContext } from '../docker-context.js';
import { type ContainerHost, commandLines, containerHost } from './container-host.js';
import { hold } from './hold.js';

const ROUNDS = sized(4, 20);
const AT_ONCE = 4;

it(`a process that is killed ${ROUNDS} times leaves no program behind in the container`, async () => {
  await using docker = await containerHost();
  await killManyTimes(docker, ['cat', '--', '-'], 'cat -- - ');
}, 300_000);

it(`a process that is killed ${ROUNDS} times in the middle of a flood leaves no program behind`, async () => {
  await using docker = await containerHost();
  await killManyTimes(docker, ['sh', '-c', 'yes & cat > /dev/null; kill $!'], 'yes ');
}, 300_000);

it(`a process that is killed ${ROUNDS} times leaves no tmux client behind`, async () => {
  await using docker = await containerHost();
  await docker.host.run(['tmux', 'new-session', '-d', '-s', 'work', 'cat']);
  await killManyTimes(docker, ['tmux', '-C', 'attach', '-t', 'work'], 'tmux -C attach -t work ');
  const list = ['tmux', 'list-sessions', '-F', '#{session_name} #{session_attached}'];
  const sessions = async (): Promise<string> => (await docker.host.run(list)).stdout.toString();
  // The server hears a moment later that the processes of its clients are gone.
  await expect.poll(sessions).toBe('work 0\n');
}, 300_000);

it('a container ends with the process that made it', async () => {
  const { engine, images } = dockerContext();
  const held = await hold('hold-container', engine, images.glibc);
  expect(await containerNames(engine)).toContain(held.said);
  await held.kill();
  await expect.poll(() => containerNames(engine)).not.toContain(held.said);
});

it('an engine ends with the process that made it, and leaves no folder', async () => {
  const held = await hold('hold-engine');
  const folder = held.said.replace('unix://', '').replace(/\/s$/, '');
  await access(folder);
  await held.kill();
  const gone = () => access(folder).then(String, (error: NodeJS.ErrnoException) => error.code);
  await expect.poll(gone).toBe('ENOENT');
});

async function killManyTimes(docker: ContainerHost, argv: readonly string[], line: string): Promise<void> {
  const { container, engine } = docker;
  const left = async () => (await commandLines(container, engine)).filter((each) => each === line).length;
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const held = await Promise.all(
      Array.from({ length: AT_ONCE }, () => hold('hold-stream', container.address, engine, ...argv)),
    );
    expect(await left()).toBe(AT_ONCE);
    await Promise.all(held.map((each) => each.kill()));
    await expect.poll(left).toBe(0);
  }
}

async function containerNames(engine: string): Promise<string[]> {
  const client = new EngineClient(await resolveEngineEndpoint({ engine }));
  const list = (await client.get('/containers/json', { query: { all: '1' } })) as { Names: string[] }[];
  client.close();
  return list.flatMap(({ Names }) => Names).map((name) => name.slice(1));
}
