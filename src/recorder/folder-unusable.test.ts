import { describe, expect, it } from 'vitest';
import { folderUnusable } from './folder-unusable.js';

describe('folderUnusable', () => {
  it.each([
    ['write', 'sh: write error: No space left on device', 'there is no space left'],
    ['write', 'cat: write error: Disk quota exceeded', 'there is no space left'],
    ['make', "mkdir: cannot create directory '/x': Read-only file system", 'the file system is read-only'],
    ['make', "mkdir: can't create directory '/x': Permission denied", 'this user has no write permission'],
    ['make', "mkdir: cannot create directory '/f': File exists", 'a part of the path is not a folder'],
    ['make', 'mkdir: something new', 'mkdir: something new'],
    ['write', '', 'it cannot be written to'],
    ['pipe', 'mkfifo: Operation not permitted', 'it does not support named pipes'],
    ['link', '', 'it is a link that another user created'],
    ['owner', '', 'it belongs to another user'],
  ])('explains %s %j', (problem, said, why) => {
    expect(folderUnusable('docker://box', '/logs', problem, said)).toMatchObject({
      code: 'LOG_FOLDER_UNUSABLE',
      message: `The folder '/logs' on docker://box cannot hold logs: ${why}.`,
      suggestion: expect.stringMatching(/^[A-Z].+\.$/),
      details: { folder: '/logs', problem },
    });
  });
});
