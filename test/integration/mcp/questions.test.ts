import { Client, type ElicitRequestFormParams, type ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { muxArgv } from '../cli/mux.js';
import { type McpPlace, mcpPlace } from './open-mcp.js';

const long = { timeout: 120_000 };

let place: McpPlace;
beforeAll(async () => {
  place = await mcpPlace();
});
afterAll(() => place[Symbol.asyncDispose]());

type Answer = (form: ElicitRequestFormParams) => Promise<ElicitResult> | ElicitResult;

async function connect(era: '2026-07-28' | '2025-11-25', answer?: Answer): Promise<Client> {
  const [command = '', ...words] = [...muxArgv, 'mcp'];
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: answer ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' },
    },
  );
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) =>
      answer(params as ElicitRequestFormParams),
    );
  await client.connect(new StdioClientTransport({ command, args: words, env: place.env }), long);
  return client;
}

const accept = (answer: string): ElicitResult => ({ action: 'accept', content: { answer } });
const fieldOf = ({ requestedSchema }: ElicitRequestFormParams) => requestedSchema.properties.answer;
const complete = async (client: Client, command: string) =>
  (await client.callTool({ name: 'run_complete', arguments: { command } }, long)).structuredContent as Record<
    string,
    unknown
  >;

describe.each(['2026-07-28', '2025-11-25'] as const)('a question of a program in revision %s', (era) => {
  it('is a form with its answers, and the command ends with what was answered', async () => {
    const forms: ElicitRequestFormParams[] = [];
    const client = await connect(era, (form) => {
      forms.push(form);
      return accept(forms.length === 1 ? 'y' : 'Ada');
    });
    const done = await complete(
      client,
      `printf 'Overwrite config.yaml? [y/N] '; read -r a; printf 'Your name: '; read -r n; echo "got $a $n"`,
    );
    expect(done).toMatchObject({ state: 'finished', code: 0, output: expect.stringContaining('got y Ada') });
    expect(forms.map(fieldOf)).toEqual([
      expect.objectContaining({ type: 'string', enum: ['y', 'N'], default: 'N' }),
      { type: 'string', title: 'Your name:' },
    ]);
    expect(forms[0]?.message).toContain('Overwrite config.yaml?');
    await client.close();
  });

  it('for a password is secret: what was answered is in no answer and no log', async () => {
    const fields: unknown[] = [];
    const client = await connect(era, (form) => {
      fields.push(fieldOf(form));
      return accept('correct horse');
    });
    const done = await complete(
      client,
      `printf 'Password: '; stty -echo; read -r p; stty echo; echo; echo "it was $p"`,
    );
    expect(fields).toEqual([expect.objectContaining({ description: expect.stringMatching(/^Secret/) })]);
    expect(done).toMatchObject({ state: 'finished', output: expect.stringContaining('it was ****') });
    await client.close();
  });

  it('goes to the model where the person declines, with a run that waits on', async () => {
    const client = await connect(era, () => ({ action: 'decline' }));
    const asked = await complete(client, `printf 'Go on? [y/n] '; read -r a; echo "got $a"`);
    expect(asked).toMatchObject({ state: 'waiting-for-input', prompt: 'Go on? [y/n]' });
    const { id: run } = asked;
    await client.callTool({ name: 'run_input', arguments: { run, text: 'n' } }, long);
    const waited = await client.callTool({ name: 'run_wait', arguments: { run } }, long);
    expect(waited.structuredContent).toMatchObject({ state: 'finished', until: 'finished' });
    await client.close();
  });

  it('is asked again with what is asked now, where it has changed before the answer, and gets nothing', async () => {
    const messages: string[] = [];
    let other: Client | undefined;
    const client = await connect(era, async ({ message }) => {
      messages.push(message);
      if (messages.length > 1) return accept('y');
      // Somebody else answers first, and the program asks about something else.
      const run = /^Run (\S+) asks:/.exec(message)?.[1];
      other = await connect('2025-11-25');
      await other.callTool({ name: 'run_input', arguments: { run, text: 'n' } }, long);
      await other.callTool(
        { name: 'run_wait', arguments: { run, until: 'prompt', regex: 'everything' } },
        long,
      );
      return accept('y');
    });
    const done = await complete(
      client,
      `printf 'Delete one? [y/n] '; read -r a; printf 'Delete everything? [y/n] '; read -r b; echo "got $a $b"`,
    );
    expect(messages).toHaveLength(2);
    expect(messages[1]).toMatch(/^The question has changed since, and nothing was typed\.\n/);
    expect(messages[1]).toContain('Delete everything?');
    expect(done).toMatchObject({ output: expect.stringContaining('got n y') });
    await Promise.all([client.close(), other?.close()]);
  });

  it('is the answer of the tool for a client that shows no forms', async () => {
    const client = await connect(era);
    expect(await complete(client, `printf 'Go on? [y/n] '; read -r a`)).toMatchObject({
      state: 'waiting-for-input',
    });
    await client.close();
  });
});
