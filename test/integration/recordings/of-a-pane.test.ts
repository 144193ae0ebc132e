import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { castScreen, openCast, recordPane } from '../../../src/api/recordings.js';
import { openStore, type Store } from '../../../src/api/store.js';
import { connect, type Pane, screenText, TmuxAutomation } from '../../../src/index.js';
import { scratchSshd } from '../../../src/testing/scratch-sshd.js';
import { ansiText } from '../../../src/vt/ansi-text.js';
import { patience } from '../../patience.js';
import { sized } from '../../soak.js';
import { canMount, smallDisk } from '../small-disk.js';
import { castEvents, markers, PATIENT_MS, printed, typedIn, untilFileHas } from './recorded.js';
import { openStudio } from './studio.js';

const long = { timeout: 300_000 };
const patient = { timeoutMs: PATIENT_MS };
/** Says again what it is told, and shows nothing of what is typed. */
const ECHOING = 'stty -echo; while read -r line; do echo "said $line"; done';

it.each(['v2', 'v3'] as const)('is played to the screen that the pane had, in %s', long, async (format) => {
  await using here = await openStudio();
  const pane = await here.pane("PS1='$ ' exec sh -i");
  await pane.sendText("printf '\\033[1;31mbold\\033[0m 日本 e\\314\\201\\n'\r");
  await pane.waitForText('bold 日本', patient);
  await using recording = await recordPane(pane, here.path, { title: 'A demo', format, ...patient });
  await pane.sendText(
    "seq 1 100; printf '\\033[44mblue\\033[0m\\tend\\n\\033[3;5Hx\\033[20;1H\\033[7mre\\033[m'\r",
  );
  await pane.sendText("printf '\\033]2;played\\007'\r");
  await pane.waitForScreen(({ title }) => title === 'played', patient);
  const shown = await pane.styledScreen();
  const { reason, durationMs, bytes, error } = await recording.stop();
  expect({ reason, error }).toEqual({ reason: 'stopped', error: undefined });
  expect(bytes).toBe((await stat(here.path)).size);
  const { header } = await openCast(here.path);
  expect(header).toMatchObject({ format, width: 80, height: 24, title: 'A demo' });
  const { screen, at } = await castScreen(here.path);
  expect(screenText(screen)).toBe(screenText(shown));
  expect(screen.styledRows.map(ansiText)).toEqual(shown.styledRows.map(ansiText));
  expect(screen.cursor).toEqual(shown.cursor);
  expect(durationMs).toBeGreaterThanOrEqual(at * 1000);
  expect((await stat(here.path)).mode & 0o777).toBe(0o600);
});

it(
  'has the markers of its caller behind what was seen before, and all that was seen before its end',
  long,
  async () => {
    await using here = await openStudio();
    const pane = await here.pane(ECHOING);
    await using recording = await recordPane(pane, here.path, { redactors: [/token-\w+/] });
    await recording.mark('before');
    await pane.sendText('one\r');
    await pane.waitForText('said one', patient);
    await recording.mark('between, with token-4711');
    await pane.sendText('two\r');
    await pane.waitForText('said two', patient);
    await recording.stop();
    await recording.mark('too late');
    const told = (await castEvents(here.path)).flatMap((event) =>
      event.type === 'marker'
        ? [event.label]
        : event.type === 'output'
          ? (event.data.match(/said \w+/g) ?? [])
          : [],
    );
    expect(told).toEqual(['before', 'said one', 'between, with ****', 'said two']);
  },
);

it('has all that anybody saw before it was stopped, over whatever connection', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane(ECHOING);
  await using tmux = await connect(here.server.address, patience);
  const shows = async (text: string): Promise<void> => {
    while (!(await pane.capture()).includes(text)) await new Promise(setImmediate);
  };
  for (let round = 0; round < 20; round++) {
    const recording = await recordPane(tmux.pane(pane.id), join(here.folder, `${round}.cast`));
    await pane.sendText(`one-${round}\r`);
    await shows(`said one-${round}`);
    await recording.mark(`mark-${round}`);
    await pane.sendText(`two-${round}\r`);
    await shows(`said two-${round}`);
    await recording.stop();
    const text = await readFile(recording.path, 'utf8');
    expect(text).toMatch(new RegExp(`said one-${round}.*mark-${round}.*said two-${round}`, 's'));
  }
});

it('has no secret in it: on the first screen, in pieces, in its title, or hidden later', long, async () => {
  await using here = await openStudio();
  const key = `ghp_${'Abc123'.repeat(6)}`;
  const pieces = `printf 'token-first\\n'; read a; printf 'token-'; read b; printf 'Xyz789 and ${key.slice(0, 12)}';
    read c; printf '${key.slice(12)}\\nopen '; read d; echo "sesame $d"; echo over; cat`;
  const pane = await here.pane(`stty -echo; ${pieces}`);
  await pane.waitForText('token-first', patient);
  await using recording = await recordPane(pane, here.path, {
    title: 'With token-title',
    redactors: [/token-\w+/],
    secrets: ['open sesame'],
  });
  for (const text of ['token-', 'ghp_Abc1', 'open']) {
    await pane.sendText('\r');
    await pane.waitForText(text, patient);
  }
  recording.hide('correct-horse');
  await pane.sendText('correct-horse\r');
  await untilFileHas(here.path, 'over');
  await recording.stop();
  const text = await readFile(here.path, 'utf8');
  expect(text).not.toMatch(/first|Xyz|789|Abc123|sesame|correct|horse|token-|-title/);
  expect(text).toContain('With ****');
  const shown = screenText((await castScreen(here.path)).screen);
  expect(shown.split('\n')).toEqual(['****', '**** and ****', '**** ****', 'over']);
});

it(
  'hides what others typed as a secret, and what a run in the pane hides, where it has their store',
  long,
  async () => {
    await using here = await openStudio();
    await using store = await openStore({ path: join(here.folder, 'muxwright.db') });
    await using automation = new TmuxAutomation({ store, config: { logFolder: join(here.folder, 'runs') } });
    const run = await automation.start(
      here.server.address,
      'stty -echo; read -r a; echo "canary-1 $a"; read -r b',
      {
        redactors: [/canary-\d/],
        secrets: ['open sesame'],
      },
    );
    const pane = here.tmux.pane(run.paneId);
    await using _blind = await recordPane(pane, join(here.folder, 'without.cast'));
    await using recording = await recordPane(pane, here.path, { store });
    await pane.sendText('open sesame\r');
    await untilFileHas(join(here.folder, 'without.cast'), 'sesame');
    await untilFileHas(here.path, '****');
    await recording.stop();
    expect(await readFile(here.path, 'utf8')).not.toMatch(/canary|sesame/);
  },
);

it('has what is typed only where asked for, and never at a prompt that hides it', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane('read a; stty -echo; echo password; read b; stty echo; echo over; cat');
  await using quiet = await recordPane(pane, join(here.folder, 'quiet.cast'));
  await using recording = await recordPane(pane, here.path, { input: true });
  await pane.sendText('visible');
  await pane.sendKeys('Enter');
  await pane.waitForText('password', patient);
  await pane.sendText('hidden-word\r');
  await pane.waitForText('over', patient);
  for (const one of [quiet, recording]) {
    await untilFileHas(one.path, 'over');
    await one.stop();
    expect(await readFile(one.path, 'utf8')).not.toContain('hidden-word');
  }
  expect(typedIn(await castEvents(recording.path))).toBe('visible\r');
  expect(typedIn(await castEvents(quiet.path))).toBe('');
});

it('ends with its pane, and then has what it held back', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane('stty -echo; read a; printf "the last token-"; read b');
  const recording = await recordPane(pane, here.path, { redactors: [/token-\w+/] });
  await pane.sendText('\r');
  await pane.waitForText('the last token-', patient);
  await untilFileHas(here.path, 'the last ');
  expect(await readFile(here.path, 'utf8')).not.toContain('token-');
  await pane.kill();
  expect(await recording.ended).toMatchObject({ path: here.path, reason: 'pane-gone', exitCode: undefined });
  expect(await recording.stop()).toEqual(await recording.ended);
  expect(printed(await castEvents(here.path))).toMatch(/the last token-$/);
});

it('ends by its signal, which ends nothing else', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane(ECHOING);
  const stop = new AbortController();
  const recording = await recordPane(pane, here.path, { signal: stop.signal });
  await pane.sendText('one\r');
  await untilFileHas(here.path, 'said one');
  stop.abort();
  expect(await recording.ended).toMatchObject({ reason: 'stopped', bytes: (await stat(here.path)).size });
  await pane.sendText('two\r');
  await pane.waitForText('said two', patient);
  expect(await readFile(here.path, 'utf8')).not.toContain('said two');
});

it('leaves no file where it could not begin', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane(ECHOING);
  const options = { signal: AbortSignal.abort(new Error('enough')) };
  await expect(recordPane(pane, here.path, options)).rejects.toMatchObject({ code: 'ABORTED' });
  await expect(recordPane(pane, here.path, { timeoutMs: -1 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect(recordPane(here.tmux.pane('%999'), here.path)).rejects.toMatchObject({
    code: 'PANE_NOT_FOUND',
  });
  await pane.kill();
  await expect(recordPane(pane, here.path)).rejects.toMatchObject({ code: 'PANE_NOT_FOUND' });
  expect(existsSync(here.path)).toBe(false);
});

it('leaves no file where it is given up while it begins', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane(ECHOING);
  for (let round = 0; round < 10; round++) {
    const path = join(here.folder, `${round}.cast`);
    const stop = new AbortController();
    const ended = recordPane(pane, path, { signal: stop.signal }).then(
      (recording) => recording.ended,
      (error: unknown) => error,
    );
    // Before the first answer of tmux, and when the file is there but not yet its first picture.
    while (round % 2 === 0 && !existsSync(path)) await new Promise(setImmediate);
    stop.abort();
    const how = await ended;
    if (how instanceof Error) expect(existsSync(path)).toBe(false);
    else expect(how).toMatchObject({ reason: 'stopped', bytes: (await stat(path)).size });
  }
});

it('writes over no file', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane(ECHOING);
  await using first = await recordPane(pane, here.path);
  await expect(recordPane(pane, here.path)).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  await pane.sendText('one\r');
  await untilFileHas(here.path, 'said one');
  expect(await first.stop()).toMatchObject({ reason: 'stopped' });
  const mine = join(here.folder, 'mine');
  await writeFile(mine, 'precious');
  await expect(recordPane(pane, mine)).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  expect(await readFile(mine, 'utf8')).toBe('precious');
  await mkdir(join(here.folder, 'folder'));
  await expect(recordPane(pane, join(mine, 'below'))).rejects.toMatchObject({ code: 'HOST_IO_FAILED' });
  await using deep = await recordPane(pane, join(here.folder, 'folder', 'new', 'deep.cast'));
  expect(existsSync(deep.path)).toBe(true);
});

it('refuses what it cannot do, with a reason', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane(ECHOING);
  for (const wrong of [
    { format: 'v1' },
    { maxBytes: 0 },
    { maxBytes: Number.NaN },
    { redactors: ['x'] },
    { secrets: [1] },
    { timeoutMs: Number.NaN },
  ]) {
    await expect(recordPane(pane, here.path, wrong as object)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  }
  await expect(recordPane(pane, '')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(castScreen(here.path)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  expect(existsSync(here.path)).toBe(false);
});

it('ends when it is full, with a marker that says so', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane(ECHOING);
  const recording = await recordPane(pane, here.path, { maxBytes: 6_000 });
  await pane.sendText(`${'x'.repeat(2_000)}\r${'y'.repeat(2_000)}\r${'z'.repeat(2_000)}\r`);
  expect(await recording.ended).toMatchObject({ reason: 'full', error: undefined });
  expect(markers(await castEvents(here.path))).toEqual([expect.stringContaining('full')]);
  expect((await stat(here.path)).size).toBeLessThan(6_000 + 4_096);
});

it('goes on behind a connection that broke, and says that something is missing', long, async () => {
  await using here = await openStudio();
  await using sshd = await scratchSshd();
  const pane = await here.pane(ECHOING);
  const address = `${sshd.address}?socket=${here.server.socket}`;
  await using tmux = await connect(address, { ...sshd.options, ...patience });
  const recording = await recordPane(tmux.pane(pane.id), here.path, patient);
  await pane.sendText('one\r');
  await untilFileHas(here.path, 'said one');
  await sshd.drop();
  await pane.sendText('two\r');
  await untilFileHas(here.path, 'said two');
  await pane.sendText('three\r');
  await pane.waitForText('said three', patient);
  const shown = await pane.screen();
  await recording.stop();
  expect(markers(await castEvents(here.path))).toEqual([
    'Output is missing here: the connection to tmux broke',
  ]);
  expect(screenText((await castScreen(here.path)).screen)).toBe(screenText(shown));
});

it('is let go of when its connection is closed', long, async () => {
  await using here = await openStudio();
  const pane = await here.pane(ECHOING);
  const tmux = await connect(here.server.address, patience);
  const recording = await recordPane(tmux.pane(pane.id), here.path);
  await pane.sendText('one\r');
  await untilFileHas(here.path, 'said one');
  await tmux.close();
  expect(await recording.ended).toMatchObject({ reason: 'closed' });
  expect(await recording.stop()).toMatchObject({ reason: 'closed' });
  await expect(recordPane(tmux.pane(pane.id), join(here.folder, 'late.cast'))).rejects.toMatchObject({
    code: 'CLOSED',
  });
});

it.skipIf(!canMount())('says that the disk is full, once', long, async () => {
  await using here = await openStudio();
  await using disk = await smallDisk('64k');
  const pane = await here.pane('read x; seq 1 100000; echo over; cat');
  const path = join(disk.path, 'demo.cast');
  const error = { code: 'HOST_IO_FAILED', details: { reason: 'ENOSPC' } };
  const recording = await recordPane(pane, path);
  await pane.sendText('\r');
  expect(await recording.ended).toMatchObject({ reason: 'failed', error });
  expect((await castEvents(path)).length).toBeGreaterThan(0);
  await expect(recording.stop()).rejects.toMatchObject(error);
  await recording[Symbol.asyncDispose]();
  await expect(writeFile(join(disk.path, 'ballast'), Buffer.alloc(100_000))).rejects.toThrow('ENOSPC');
  const another = join(disk.path, 'another.cast');
  await expect(recordPane(pane, another)).rejects.toMatchObject(error);
  expect(existsSync(another)).toBe(false);
  expect(await pane.waitForText('over', patient)).toBeDefined();
});

it(
  'hides what another process typed as a secret, also in the last words of a program that ends',
  long,
  async () => {
    await using here = await openStudio();
    await using store = await openStore({ path: join(here.folder, 'muxwright.db') });
    await using other = await openStore({ path: join(here.folder, 'muxwright.db') });
    await using elsewhere = await connect(here.server.address, patience);
    for (const end of ['', '; exec cat']) {
      // tmux before 3.7 drops what it has not read of a program that ends: its answer shows that it has.
      const answered = String.raw`printf "\033[6n"; read -r -d R`;
      const pane = await here.pane(
        `exec bash --norc -c 'stty -echo; echo ready; read -r x; echo "got $x"; ${answered}${end}'`,
      );
      await pane.waitForText('ready', patient);
      const path = join(here.folder, `demo${end.length}.cast`);
      await using recording = await recordPane(pane, path, { store, ...patient });
      const typed = elsewhere.pane(pane.id);
      await rememberElsewhere(other, typed, 'battery-staple');
      await typed.sendText('battery-staple\r');
      if (end === '') await recording.ended;
      else await pane.waitForText('got', patient);
      await recording.stop();
      const written = await readFile(path, 'utf8');
      expect(written).toContain('got ****');
      expect(written).not.toContain('staple');
    }
  },
);

/** As a process does it that shares nothing with this one but the store and the server. */
async function rememberElsewhere(store: Store, pane: Pane, text: string): Promise<void> {
  vi.resetModules();
  const { rememberHidden } = await import('../../../src/runs/hidden-texts.js');
  await rememberHidden(store, pane, text);
}

it('has the last words of a program that ends at once, and closes its pane', long, async () => {
  await using here = await openStudio();
  const TIMES = sized(12, 80);
  const missing: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    // It ends when tmux has read its words, which tmux itself loses now and then before: decision 40.
    const answered = String.raw`printf "\033[6n"; read -r -d R`;
    const pane = await here.pane(
      `exec bash --norc -c 'stty -echo; read -r line; echo "last words of $line"; ${answered}'`,
    );
    const path = `${here.path}.${i}.cast`;
    await using recording = await recordPane(pane, path, patient);
    await pane.sendText(`number ${i}\r`);
    expect(await recording.ended).toMatchObject({ reason: 'pane-gone' });
    if (!printed(await castEvents(path)).includes(`last words of number ${i}`)) missing.push(i);
    expect(await pane.exists()).toBe(false);
  }
  expect(missing).toEqual([]);
});
