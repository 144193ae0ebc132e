import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Agents } from '../../src/agents/registry/agents.js';
import { cursorLine, screenText } from '../../src/screen/screen.js';
import { openStore } from '../../src/store/open-store.js';
import { TmuxBridge } from '../../src/systems/tmux-bridge.js';
import { muxArgv } from '../integration/cli/mux.js';
import { type McpPlace, mcpPlace } from '../integration/mcp/open-mcp.js';
import { type OpenAgent, openAgent } from './open-agent.js';
import { untilState } from './until-state.js';

const slow = { timeoutMs: 300_000 };
const [command = '', ...words] = muxArgv;
const args = [...words, 'mcp'];
const CALL = 'CALLTOOL=mcp__muxwright__run_complete{"command":"echo from a run; exit 7"}';

function openClaude({ env }: McpPlace): Promise<OpenAgent> {
  const mcpServers = { muxwright: { type: 'stdio', command, args, env } };
  return openAgent('claude', {
    args: ['--strict-mcp-config', ...['--mcp-config', JSON.stringify({ mcpServers })]],
    // All tools at once, where it would have the model look for them; and patience with a busy machine.
    env: { ENABLE_TOOL_SEARCH: 'false', MCP_TIMEOUT: '300000' },
  });
}

function openCodex({ env }: McpPlace): Promise<OpenAgent> {
  const variables = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  const server = `
[mcp_servers.muxwright]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
env = { ${variables.join(', ')} }
startup_timeout_sec = 300
`;
  return openAgent('codex', {
    prepare: (home) => appendFile(join(home, '.codex', 'config.toml'), server),
  });
}

describe.each([
  {
    name: 'Claude Code',
    open: openClaude,
    connected: /✔ muxwright +\d+ tools/,
    leave: 'Do you want to proceed?',
    tool: 'mcp__muxwright__run_complete',
  },
  {
    name: 'Codex',
    open: openCodex,
    connected: /muxwright: connected \(\d+ tools\)/,
    leave: 'Allow the muxwright MCP server to run tool "run_complete"?',
    tool: 'mcp__muxwright',
  },
])('the real $name', ({ open, connected, leave, tool }) => {
  it('starts mux mcp, offers its tools to the model, asks before it calls one, and gives its result', async () => {
    await using place = await mcpPlace();
    await using agent = await open(place);
    const { pane, model } = agent;
    // It starts its servers beside everything else, and says here when one is there: Codex only if it is asked again.
    for (let text = ''; !connected.test(text); ) {
      await pane.sendText('/mcp');
      await pane.waitForCursorLine(/\/mcp/, slow);
      await pane.sendKeys('Enter');
      await pane.waitForScreen((screen) => !cursorLine(screen).includes('/mcp'), slow);
      if (agent.name === 'claude') await pane.waitForText(connected, slow);
      text = screenText(await pane.waitForQuiet(500, slow));
    }
    if (agent.name === 'claude') await pane.sendKeys('Escape');
    await pane.waitForText('? for shortcuts', slow);

    await using store = await openStore({ path: ':memory:' });
    await using agents = new Agents({ store });
    await agents.start({ hooks: false, watch: true });
    const { id } = await agents.register({ paneId: pane.id, host: agent.server.address });
    const asks = untilState(agents, 'AWAITING_INPUT');
    asks.catch(() => {});
    await using bridge = new TmuxBridge({ host: agent.server.tmux });
    expect(await bridge.sendText(pane.id, CALL)).toMatchObject({ success: true });
    const first = await model.waitForPrompt(CALL);
    expect(first.tools).toContain(tool);
    expect(first.tools).not.toContain('mcp__muxwright__run_end');

    await asks;
    await pane.waitForText(leave, { timeoutMs: 120_000 });
    // A text is no answer to it.
    expect(await bridge.sendText(pane.id, 'go on')).toMatchObject({ errorCode: 'DIALOG_OPEN' });
    expect(await agents.respond(id, '1', { mode: 'option' })).toMatchObject({ status: 'ok' });
    const { toolResult } = await model.waitFor((entry) => entry.toolResult !== undefined, first.n, 120_000);
    expect(toolResult).toMatch(/"state":"finished","code":7,.*"output":"from a run"/);
  });
});
