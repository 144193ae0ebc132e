import type { Host } from '../../../src/hosts/host.js';
import { openHost } from '../../../src/hosts/open-host.js';
import { type ScratchContainer, scratchContainer } from '../../../src/testing/scratch-container.js';
import { patience } from '../../patience.js';
import { type DockerContext, dockerContext } from '../docker-context.js';

/** A container and a host that reaches it, for one test. */
export interface ContainerHost extends AsyncDisposable {
  readonly container: ScratchContainer;
  readonly host: Host;
  readonly engine: string;
}

export async function containerHost(image: keyof DockerContext['images'] = 'glibc'): Promise<ContainerHost> {
  const { engine, images } = dockerContext();
  const container = await scratchContainer({ engine, image: images[image] });
  const host = await openHost(container.address, { ...patience, docker: { engine } });
  return {
    container,
    host,
    engine,
    async [Symbol.asyncDispose]() {
      await host.close();
      await container.remove();
    },
  };
}

/** The command lines of what runs in the container, zombies too (with an empty one), without the asking itself. */
export async function commandLines(container: ScratchContainer, engine: string): Promise<string[]> {
  await using host = await openHost(container.address, { ...patience, docker: { engine } });
  const script = `for p in /proc/[0-9]*; do
    [ "$p" = "/proc/$$" ] && continue
    read -r pid name state parent rest < "$p/stat" && [ "$parent" != "$$" ] && tr '\\000' ' ' < "$p/cmdline" && echo
  done`;
  const { stdout } = await host.run(['sh', '-c', script]);
  return stdout.toString().split('\n').slice(0, -1);
}

/** A program that never ends by itself, with a command line of its own. */
export function endless(): { argv: string[]; line: string } {
  const seconds = String(100_000 + Math.floor(Math.random() * 900_000));
  return { argv: ['sleep', seconds], line: `sleep ${seconds} ` };
}
