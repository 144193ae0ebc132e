import { expect, it } from 'vitest';
import { openHost } from '../../../src/hosts/open-host.js';
import { debianImage } from '../../../src/testing/debian-image.js';
import { scratchContainer } from '../../../src/testing/scratch-container.js';
import { dockerContext } from '../docker-context.js';

it.each([
  ['bookworm', /^tmux 3\.3a$/],
  ['trixie', /^tmux 3\.5a$/],
  // Not released yet, so its tmux may still become newer.
  ['forky', /^tmux 3\.([7-9]|\d\d)/],
])(
  'the image of Debian %s has %s',
  async (suite, version) => {
    const { engine, cacheFolder } = dockerContext();
    const image = await debianImage(suite, { engine, cacheFolder });
    await using container = await scratchContainer({ engine, image });
    await using host = await openHost(container.address, { docker: { engine }, timeoutMs: 60_000 });
    const { stdout } = await host.run(['tmux', '-V']);
    expect(stdout.toString().trim()).toMatch(version);
  },
  600_000,
);
