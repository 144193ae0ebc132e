import { describe, expect, it } from 'vitest';
import { openOperations } from './open-operations.js';

/** A list with a pointer, and a field behind it, as prompt kits draw them; it tells what it got. */
const kit = `
const fruits = ['Apple', 'Banana', 'Cherry'];
let at = 0;
const draw = () => process.stdout.write('\\x1b[H\\x1b[2J\\x1b[?25l? Which fruit?\\r\\n' + fruits.map((name, row) => (row === at ? '\\x1b[36m❯ ' + name + '\\x1b[0m' : '  ' + name)).join('\\r\\n') + '\\r\\n\\r\\n↑↓ navigate • ⏎ select');
process.stdin.setRawMode(true);
process.stdin.on('data', (data) => {
  const key = String(data);
  if (/\\x1b[[O]B/.test(key)) at = Math.min(2, at + 1);
  if (/\\x1b[[O]A/.test(key)) at = Math.max(0, at - 1);
  if (key !== '\\r') return draw();
  process.stdout.write('\\x1b[H\\x1b[2J\\x1b[?25hgot ' + fruits[at] + '\\r\\n');
  process.stdin.setRawMode(false);
  process.exit();
});
draw();
`;

describe('the elements of a screen', () => {
  it('are listed with references, and one is chosen with a look after each key', async () => {
    await using here = await openOperations();
    const session = await here.tmux.ensureSession('kit', {
      command: ['sh', '-c', 'node -e "$1"; exec cat', 'sh', kit],
    });
    const [pane] = await session.panes();
    const target = { target: pane?.id ?? '', host: here.host };
    await here.call('pane.wait', { ...target, text: 'navigate' });
    const { text } = await here.call('pane.tree', target);
    expect(text).toMatch(/^- listbox "Which fruit\?" \[ref=e\d+\]:\n {2}- option "Apple" \[focused\]/);
    const ref = /option "Cherry" \[ref=(e\d+)\]/.exec(text)?.[1];
    const chosen = await here.call('pane.choose', { ...target, ref });
    expect(chosen).toMatchObject({ name: 'Cherry', keys: ['Down', 'Down', 'Enter'], effect: 'gone' });
    await here.call('pane.wait', { ...target, text: 'got Cherry' });
    await expect(here.call('pane.choose', { ...target, ref })).rejects.toMatchObject({ code: 'STALE_REF' });
  });

  it('take text in place of what a field has, and Enter', async () => {
    await using here = await openOperations();
    const script = 'printf \'Project name: \'; read -r name; echo "<$name>"; exec cat';
    const session = await here.tmux.ensureSession('field', { command: ['bash', '-c', script] });
    const [pane] = await session.panes();
    const target = { target: pane?.id ?? '', host: here.host };
    await here.call('pane.wait', { ...target, text: 'Project name:' });
    await here.call('pane.fill', { ...target, name: 'Project name', text: 'demo' });
    const filled = await here.call('pane.fill', { ...target, name: 'Project', text: 'shop', enter: true });
    expect(filled).toMatchObject({ role: 'textbox', name: 'Project name', seen: true, entered: true });
    await here.call('pane.wait', { ...target, text: '<shop>' });
    await expect(here.call('pane.fill', { ...target, name: 'Nothing', text: 'x' })).rejects.toMatchObject({
      code: 'ELEMENT_NOT_FOUND',
    });
  });

  it('show no secret, and have no reference that is worked out from one', async () => {
    await using here = await openOperations();
    const session = await here.tmux.ensureSession('secret', { command: ['cat'] });
    const [pane] = await session.panes();
    const target = { target: pane?.id ?? '', host: here.host };
    await here.call('pane.send', { ...target, text: 'Token hunter2hunter2:', secret: false, enter: false });
    await here.call('pane.wait', { ...target, text: 'hunter2hunter2' });
    const before = await here.call('pane.tree', { ...target, guesses: true, details: true });
    await here.call('pane.send', { ...target, text: 'hunter2hunter2', secret: true, enter: false });
    const after = await here.call('pane.tree', { ...target, guesses: true, details: true });
    expect(JSON.stringify(before)).toContain('hunter2');
    expect(JSON.stringify(after)).not.toContain('hunter2');
  });
});
