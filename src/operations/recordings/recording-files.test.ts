import { expect, it } from 'vitest';
import { recordingsFolder } from './recording-files.js';

it.runIf(process.platform === 'linux')(
  'a folder for recordings that cannot be made is an error, and not tried for ever',
  async () => {
    await expect(recordingsFolder({ folder: '/proc/nothing/here' })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('ENOENT'),
    });
  },
);
