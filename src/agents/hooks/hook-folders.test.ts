import { describe, expect, it } from 'vitest';
import { editFile } from './edit-file.js';
import { hookFolders } from './hook-folders.js';
import { installScript } from './install-script.js';
import { Spool } from './spool.js';

const nowhere = '/proc/nothing/here';

describe.runIf(process.platform === 'linux')('hooks where nothing can be made', () => {
  it.each([
    ['their script', () => installScript(nowhere)],
    ['what they wrote', () => new Spool(hookFolders(nowhere)).prepare()],
    ['the settings of an agent', () => editFile(`${nowhere}/settings.json`, () => '{}')],
  ])('fail for %s, and do not try for ever', async (_what, make) => {
    await expect(make()).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('ENOENT'),
    });
  });
});
