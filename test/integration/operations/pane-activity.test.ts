import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenOperations, openOperations } from './open-operations.js';

describe('the activity of windows', () => {
  let here: OpenOperations;

  beforeAll(async () => {
    here = await openOperations();
  });
  afterAll(() => here[Symbol.asyncDispose]());

  it('names the window that prints, and leaves out a host that does not answer', async () => {
    const ending = new AbortController();
    const { sessions } = await here.call('pane.list', { host: here.host });
    const [window] = sessions[0].windows;
    const hosts = [here.host, 'docker://there-is-no-such-container'];
    let told = 0;
    for await (const { type, host, windows } of here.stream('pane.activity', { hosts }, ending.signal)) {
      expect(host).toBe(here.host);
      if (type === 'live') {
        await here.tmux.pane(window.panes[0].id).sendText('while :; do echo beat; sleep 1; done\n');
      } else {
        expect(windows).toEqual([window.id]);
        told += 1;
      }
      if (told === 3) ending.abort();
    }
    expect(told).toBe(3);
  });
});
