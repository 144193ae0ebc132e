import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenOperations, openOperations } from '../integration/operations/open-operations.js';

let here: OpenOperations;
let script: string;
beforeAll(async () => {
  here = await openOperations();
  script = join(here.folder, 'tells.sh');
  await writeFile(script, TELLS);
});
afterAll(() => here[Symbol.asyncDispose]());

/** Asks for something, and prints it in the forms that programs write it in. */
const TELLS = String.raw`stty -echo; printf 'secret? '; read -r x; stty echo; echo
echo "got <$x>"
printf 'red \033[31m%s\033[0m\n' "$x"
printf 'quoted %q\n' "$x"
printf %s "$x" | node -e "
  process.stdin.on('data', (data) => {
    const text = String(data);
    console.log(JSON.stringify({ text }), encodeURIComponent(text), String(new URLSearchParams({ text })));
  });"
printf 'more? '; read -r y
`;

const SECRETS = ['correct-horse-battery', 'several nouns behind others', 'with "quotes" and $signs'];

type Give = (run: { readonly id: string; readonly paneId: string }, secret: string) => Promise<unknown>;

const DOORS: Readonly<Record<string, Give>> = {
  'run.input': (run, text) => here.call('run.input', { run: run.id, text, secret: true }),
  'run.input with a fingerprint': async (run, text) => {
    const { fingerprint } = await here.call('run.status', { run: run.id });
    return here.call('run.input', { run: run.id, text, secret: true, fingerprint });
  },
  'pane.send': (run, text) =>
    here.call('pane.send', { target: run.paneId, host: here.host, text, secret: true }),
};

describe.each(Object.entries(DOORS))('a secret that is given by %s', (_, give) => {
  it.each(SECRETS)('is in no log, file or answer: %j', async (secret) => {
    const started = await here.call('run.start', { host: here.host, command: ['bash', script] });
    await here.call('run.wait', { run: started.id, until: 'prompt' });
    await give(started, secret);
    await here.call('run.wait', { run: started.id, until: 'prompt', regex: 'more' });
    const run = await (await here.runtime.runs()).get(started.id, { host: here.host });
    const files = await here.server.host.script('cat "$1"/*.log*', [run.logPath.replace(/\/[^/]*$/, '')]);
    const seen = [
      files.stdout.toString(),
      JSON.stringify(await here.call('run.output', { run: started.id })),
      JSON.stringify(await here.call('run.output', { run: started.id }, { by: here.another() })),
      JSON.stringify(await here.call('pane.read', { target: started.paneId, host: here.host, lines: 100 })),
    ].join('\n');
    expect(seen).toContain('got <****>');
    expect(seen).not.toContain(secret);
    expect(seen).not.toContain(JSON.stringify(secret).slice(1, -1));
    expect(seen).toMatch(/quoted \*{4}/);
    // Of a secret of several words none is left in any form.
    for (const word of secret.split(/\W+/).filter((each) => each.length > 4))
      expect(seen).not.toContain(word);
  });
});
