import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { debianMirror } from './debian-mirror.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mux-apt-'));
  await mkdir(join(folder, 'sources.list.d'));
});

afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, text: string) => writeFile(join(folder, file), text);

describe('debianMirror', () => {
  it('reads the one-line form, and passes over comments and other archives', async () => {
    await write(
      'sources.list',
      `# deb http://commented/debian stable main
deb [arch=amd64] https://packages.example/apt stable main
deb-src http://source.example/debian stable main
deb http://security.example/debian-security stable-security main
deb [ signed-by=/key.gpg arch=amd64 ] http://mirror.example/debian/ stable main
`,
    );
    expect(await debianMirror(folder)).toBe('http://mirror.example/debian');
  });

  it('reads the deb822 form', async () => {
    await write(
      'sources.list.d/debian.sources',
      `Types: deb
URIs: http://security.example/debian-security
Suites: stable-security

Types: deb
Enabled: no
URIs: http://disabled.example/debian
Suites: stable

Types: deb deb-src
# http://comment.example/debian
URIs:
  http://mirror.example/debian
  http://second.example/debian
Suites: stable
`,
    );
    expect(await debianMirror(folder)).toBe('http://mirror.example/debian');
  });

  it('takes a snapshot for a mirror', async () => {
    await write('sources.list', 'deb http://snapshot.example/archive/debian/20250520T000000Z stable main\n');
    expect(await debianMirror(folder)).toBe('http://snapshot.example/archive/debian/20250520T000000Z');
  });

  it('says that no mirror is named', async () => {
    await write('sources.list', 'deb https://packages.example/apt stable main\n');
    await expect(debianMirror(folder)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });
});
