import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenMcp, openMcp } from './open-mcp.js';

let mcp: OpenMcp;
beforeAll(async () => {
  mcp = await openMcp();
});
afterAll(() => mcp[Symbol.asyncDispose]());

const read = async (uri: string): Promise<string> => {
  const { contents } = await mcp.client.readResource({ uri });
  const [content] = contents;
  const text = content && 'text' in content ? content.text : '';
  const fenced = /^<<(untrusted-\w+) .*\n([\s\S]*\n)\1>>\n([\s\S]*)$/.exec(text);
  return `${fenced?.[2]}${fenced?.[3]}`;
};

describe('resources over MCP', () => {
  it('are the screens of panes and the logs of runs', async () => {
    const { id } = await mcp.call('run_complete', { command: 'echo "PASSWORD=swordfish"; seq 3' });
    const { resources } = await mcp.client.listResources();
    const log = resources.find(({ uri }) => uri === `muxwright://run/${id}/log`);
    expect(log).toMatchObject({ title: expect.stringContaining('seq 3'), mimeType: 'text/plain' });
    expect(await read(log?.uri ?? '')).toBe('PASSWORD=****\n1\n2\n3\n');

    const { tmux } = mcp.place.server;
    const session = await tmux.ensureSession('screens');
    const pane = await session.newWindow({ command: ['sh', '-c', 'printf "Name: "; read -r name'] });
    await pane.waitForText('Name:');
    const listed = (await mcp.client.listResources()).resources.map(({ uri }) => uri);
    const uri = `muxwright://pane/${encodeURIComponent(pane.id)}/screen`;
    expect(listed).toContain(uri);
    expect(await read(uri)).toBe('Name:\n');
    await session.kill();
  });

  it('have templates', async () => {
    const { resourceTemplates } = await mcp.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'muxwright://pane/{target}/screen{?host}',
      'muxwright://run/{run}/log{?cursor}',
    ]);
  });

  it('are given piece by piece where a log is long, and each says where the next one is', async () => {
    const { id } = await mcp.call('run_complete', { command: 'seq 20000' });
    let [uri, text]: [string | undefined, string] = [`muxwright://run/${id}/log`, ''];
    while (uri) {
      const part = await read(uri);
      uri = /\(More: (\S+)\)\n$/.exec(part)?.[1];
      text += part.replace(/\(More: \S+\)\n$/, '');
    }
    expect(text.trimEnd().split('\n')).toEqual(Array.from({ length: 20_000 }, (_, n) => String(n + 1)));
  });

  it('are listed a page at a time', async () => {
    for (let n = 0; n < 6; n++) {
      await Promise.all(
        Array.from({ length: 10 }, () => mcp.call('run_start', { command: ':', interactive: false })),
      );
    }
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await mcp.client.listResources({ cursor });
      pages.push(page.resources.map(({ uri }) => uri).filter((uri) => uri.includes('/run/')));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(pages.length).toBeGreaterThan(1);
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
    expect(pages.flat().length).toBeGreaterThanOrEqual(60);
  });

  it('tell that they changed, as long as somebody wants to hear it', async () => {
    const { id } = await mcp.call('run_start', { command: 'while read -r line; do echo "got $line"; done' });
    const uri = `muxwright://run/${id}/log`;
    let changed = false;
    let wake = (): void => {};
    mcp.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      if (params.uri !== uri) return;
      changed = true;
      wake();
    });
    await mcp.client.subscribeResource({ uri });
    await mcp.call('run_input', { run: id, text: 'it' });
    do {
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (changed) resolve();
      });
      // One that comes while it is read is about what is not in it yet.
      changed = false;
    } while (!(await read(uri)).includes('got it'));
    await mcp.client.unsubscribeResource({ uri });
  });

  it('say what is wrong with an address', async () => {
    const message = expect.stringMatching(/is not an address of a pane or a run/);
    await expect(read('file:///etc/passwd')).rejects.toMatchObject({ code: -32_602, message });
    await expect(read('muxwright://run/none/log')).rejects.toMatchObject({
      code: -32_002,
      data: expect.objectContaining({
        code: 'RUN_NOT_FOUND',
        suggestion: expect.stringContaining('run_list lists the runs'),
      }),
    });
    await expect(read('muxwright://run/none/log?cursor=x')).rejects.toMatchObject({ code: -32_602 });
    await expect(mcp.client.subscribeResource({ uri: 'muxwright://pane/none/screen' })).rejects.toMatchObject(
      {
        data: expect.objectContaining({ code: 'TARGET_NOT_FOUND' }),
      },
    );
  });
});

describe('the guide over MCP', () => {
  it('is a prompt that names the tools of this model, and a few words before it asks', async () => {
    const { prompts } = await mcp.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['guide']);
    const { messages } = await mcp.client.getPrompt({ name: 'guide' });
    const { tools } = await mcp.client.listTools();
    const [message] = messages;
    for (const { name } of tools)
      expect(message?.content).toMatchObject({ text: expect.stringContaining(name) });
    expect(mcp.client.getInstructions()?.split(/\s+/).length).toBeLessThan(60);
    await expect(mcp.client.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32_602 });
  });
});
