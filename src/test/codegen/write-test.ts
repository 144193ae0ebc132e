import type { Point } from '../input/mouse.js';
import { Secret } from '../secret.js';
import { testDefaults } from '../test-defaults.js';
import type { Action, ElementQuery, TextQuery, Wait } from './action.js';
import type { SessionPlan } from './recording.js';

export type CodegenRunner = 'vitest' | 'node';

/** A line of a test, or what is said about one. */
export type TestLine =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'wait'; readonly wait: Wait }
  | { readonly kind: 'comment'; readonly text: string };

export interface WrittenTest {
  readonly plan: SessionPlan;
  readonly name: string;
  readonly runner: CodegenRunner;
  readonly lines: readonly TestLine[];
}

/** A test as a person would write it. */
export function writeTest({ plan, name, runner, lines }: WrittenTest): string {
  const hasSecret = lines.some(
    (line) => line.kind === 'action' && 'text' in line.action && line.action.text instanceof Secret,
  );
  const isVitest = runner === 'vitest';
  const call = isVitest ? 'test' : 'it';
  const names = isVitest
    ? ['expect', ...(hasSecret ? ['secret'] : []), 'test']
    : ['it', ...(hasSecret ? ['secret'] : [])];
  const given = isVitest ? '{ terminal }' : '{ terminal, expect }';
  const options = optionsText(plan);
  const body = [
    `await terminal.run(${list(plan.command)});`,
    ...lines.map((line) => (line.kind === 'comment' ? `// ${line.text}` : lineText(line))),
  ];
  return [
    `import { ${names.join(', ')} } from 'muxwright/test/${runner}';`,
    '',
    ...(options === '' ? [] : [`${call}.use({ ${options} });`, '']),
    `${call}(${quoted(name)}, async (${given}) => {`,
    ...body.map((line) => `  ${line}`),
    '});',
    '',
  ].join('\n');
}

/** How a line reads in a test. */
export function lineText(line: Exclude<TestLine, { kind: 'comment' }>): string {
  return line.kind === 'action' ? actionText(line.action) : waitText(line.wait);
}

function optionsText({ size, cwd, on, env }: SessionPlan): string {
  const [columns, rows] = size;
  const isUsual = columns === testDefaults.columns && rows === testDefaults.rows;
  return [
    ...(isUsual ? [] : [`size: [${columns}, ${rows}]`]),
    ...(on === undefined || on === 'local' ? [] : [`on: ${quoted(on)}`]),
    ...(cwd === undefined ? [] : [`cwd: ${quoted(cwd)}`]),
    ...(env && Object.keys(env).length > 0 ? [`env: { ${pairs(env)} }`] : []),
  ].join(', ');
}

function pairs(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${quoted(value)}`)
    .join(', ');
}

function actionText(action: Action): string {
  switch (action.kind) {
    case 'press':
      return `await terminal.press(${action.keys.map(quoted).join(', ')});`;
    case 'type':
    case 'fill': {
      const { text } = action;
      return `await terminal.${action.kind}(${text instanceof Secret ? `secret(${quoted(text.name)})` : quoted(text)});`;
    }
    case 'select':
      return `await terminal.${queryText(action.element)}.select();`;
    case 'click': {
      const { target, at, button } = action;
      const options = button === 'left' ? '' : `{ button: ${quoted(button)} }`;
      if (target) return `await terminal.${queryText(target)}.click(${options});`;
      return `await terminal.mouse.click(${point(at)}${options === '' ? '' : `, ${options}`});`;
    }
    case 'wheel': {
      const times = action.times === 1 ? '' : `, times: ${action.times}`;
      return `await terminal.mouse.wheel(${quoted(action.direction)}, { at: ${point(action.at)}${times} });`;
    }
    case 'resize':
      return `await terminal.resize(${action.size.join(', ')});`;
  }
}

function waitText(wait: Wait): string {
  switch (wait.kind) {
    case 'role':
      return `await expect(terminal.${queryText(wait.element)}).toBeVisible();`;
    case 'text':
      return `await expect(terminal.${queryText(wait.text)}).toBeVisible(${wait.isNew ? '{ new: true }' : ''});`;
    case 'gone':
      return `await expect(terminal.${queryText(wait.text)}).not.toBeVisible();`;
    case 'title':
      return `await expect(terminal).toHaveTitle(${quoted(wait.title)});`;
    case 'exit':
      return `await expect(terminal).toHaveExited(${wait.code === undefined ? '' : `{ code: ${wait.code} }`});`;
  }
}

function queryText(query: ElementQuery | TextQuery): string {
  const exact = query.exact ? ['exact: true'] : [];
  if ('text' in query)
    return `getByText(${[quoted(query.text), ...(query.exact ? ['{ exact: true }'] : [])].join(', ')})`;
  const options = [`name: ${quoted(query.name)}`, ...exact, ...(query.focused ? ['focused: true'] : [])];
  return `getByRole(${quoted(query.role)}, { ${options.join(', ')} })`;
}

function point(at: Point): string {
  return `[${at.join(', ')}]`;
}

function list(words: readonly string[]): string {
  return `[${words.map(quoted).join(', ')}]`;
}

/** In single quotes where that needs no escapes that double quotes do not. */
function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  if (text.includes("'") && !text.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
