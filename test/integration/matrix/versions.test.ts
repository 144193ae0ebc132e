import { describe, expect, it } from 'vitest';
import { debianImage } from '../../../src/testing/debian-image.js';
import { sized } from '../../soak.js';
import { dockerContext } from '../docker-context.js';
import { container, usePlace } from '../tmux/places.js';
import { captureSuite } from '../tmux/suites/capture.js';
import { handlesSuite } from '../tmux/suites/handles.js';
import { inputSuite } from '../tmux/suites/input.js';
import { quotingSuite } from '../tmux/suites/quoting.js';
import { streamsSuite } from '../tmux/suites/streams.js';
import { waitsSuite } from '../tmux/suites/waits.js';
import { screenModelSuite } from '../vt/suite.js';

/** The same suites on the tmux versions of Debian's releases. */
describe.each([
  { suite: 'trixie', version: /^3\.5a$/ },
  // Not released yet, so its tmux may still become newer.
  { suite: 'forky', version: /^3\.([7-9]|\d\d)/ },
])('tmux of Debian $suite', ({ suite, version }) => {
  const place = container(suite, () => debianImage(suite, dockerContext()));
  const start = usePlace(place);

  it('is the version that it should be', async () => {
    await using server = await start();
    expect(server.tmux.version?.text).toMatch(version);
  });

  handlesSuite(start);
  inputSuite(start);
  captureSuite(start);
  streamsSuite(start);
  waitsSuite(start);
  quotingSuite(start, sized(100, 500));
  screenModelSuite(start, 100);
});
