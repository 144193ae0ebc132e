import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchConversation } from '../../../src/conversations/watch-conversation.js';
import { AgentWatch } from '../../../src/status/agent-watch.js';
import { openTerminals } from '../terminals/open-terminals.js';
import { PaneCosts } from './pane-costs.js';

/** A full-screen program that draws its screen again for every key. */
const DRAWS = `stty -echo -icanon; printf '\\033[?1049h'; key=none
while :; do printf '\\033[Hkey %s, and how it goes on\\033[K' "$key"; key=$(dd bs=1 count=1 2>/dev/null); done`;

/** After so long every watcher has looked for the last time. */
const SETTLED_MS = 400;

it('costs one subscription, and one capture for a burst of output, to watch an agent in three ways', async () => {
  await using terminals = await openTerminals();
  const pane = await terminals.run(['sh', '-c', DRAWS]);
  await pane.waitForText('key none');
  const tmux = await terminals.runtime.connect(terminals.server.address);
  const costs = await PaneCosts.of(tmux);
  const profiles = await terminals.runtime.profiles();
  const generic = profiles.find(({ name }) => name === 'generic');
  if (!generic) throw new Error('There is no generic profile.');
  await using watch = new AgentWatch(tmux, pane.id, generic);
  await watch.start();
  await using conversation = watchConversation(tmux.pane(pane.id), generic);
  await conversation.live;
  const seat = await terminals.join(pane);
  await expect.poll(() => seat.text).toContain('key none');
  expect(costs.subscriptions).toBe(1);

  let key = 0;
  // On a machine that is very busy an answer may be late, and then a capture takes its place.
  await expect
    .poll(
      async () => {
        await pause(SETTLED_MS);
        await costs.captures();
        key = (key + 1) % 10;
        await pane.sendText(String(key));
        await expect.poll(() => watch.screen !== undefined && seat.text).toContain(`key ${key},`);
        await pause(SETTLED_MS);
        return costs.captures();
      },
      { timeout: 30_000 },
    )
    .toBe(2);
});
