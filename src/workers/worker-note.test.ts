import { describe, expect, it } from 'vitest';
import { parseWorkerNote, type WorkerNote } from './worker-note.js';

const note: WorkerNote = {
  name: 'api',
  owner: 'd2a4bcb5',
  createdAt: '2025-01-24T10:30:00.000Z',
  tags: ['red'],
  envNames: [],
};

const worktree = { path: '/w/api', repository: '/w', branch: 'mux/api', ownsBranch: true };

describe('the note on the pane of a worker', () => {
  it('is read as it was written', () => {
    expect(parseWorkerNote(JSON.stringify(note))).toEqual(note);
    const all = { ...note, cwd: '/tmp/it', worktree };
    expect(parseWorkerNote(JSON.stringify(all))).toEqual(all);
    expect(parseWorkerNote(JSON.stringify({ ...all, more: 'x' }))).toEqual(all);
  });

  it.each([
    '',
    'null',
    '[]',
    '{"name":',
    JSON.stringify({ ...note, name: '../etc' }),
    JSON.stringify({ ...note, owner: 'somebody' }),
    JSON.stringify({ ...note, tags: 'red' }),
    JSON.stringify({ ...note, tags: [1] }),
    JSON.stringify({ ...note, createdAt: 'yesterday' }),
    JSON.stringify({ ...note, createdAt: 7 }),
    JSON.stringify({ ...note, cwd: 'relative' }),
    JSON.stringify({ ...note, cwd: ['/tmp'] }),
    JSON.stringify({ ...note, worktree: 'main' }),
    JSON.stringify({ ...note, worktree: null }),
    JSON.stringify({ ...note, worktree: { ...worktree, path: '--force' } }),
    JSON.stringify({ ...note, worktree: { ...worktree, repository: '../elsewhere' } }),
    JSON.stringify({ ...note, worktree: { ...worktree, branch: '-D' } }),
    JSON.stringify({ ...note, worktree: { ...worktree, branch: 'a b' } }),
    JSON.stringify({ ...note, worktree: { ...worktree, branch: '@{-1}' } }),
    JSON.stringify({ ...note, worktree: { ...worktree, ownsBranch: 'yes' } }),
  ])('is none where it looks otherwise: %s', (text) => {
    expect(parseWorkerNote(text)).toBeUndefined();
  });
});
