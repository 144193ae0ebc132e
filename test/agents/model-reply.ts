import { isSuggestionRequest, type JsonSchema, type ModelRequest } from './model-request.js';

/** What the model server answers. */
export interface ModelReply {
  readonly delayMs: number;
  readonly chunkMs: number;
  readonly text: string;
  readonly tool: ToolCall | undefined;
  /** An HTTP status in the place of an answer. */
  readonly failure: number | undefined;
}

export interface ToolCall {
  readonly name: string;
  readonly type: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ReplyDefaults {
  /** Before the first piece of the answer. */
  readonly delayMs: number;
  /** Between its pieces. */
  readonly chunkMs: number;
}

/**
 * Decides the answer. The person's message may hold directives: `DELAY=ms` before the first piece, `CHUNK=ms` between
 * pieces, `LINES=n` for an answer of so many lines, `RUNTOOL{command}` for a call of the shell tool,
 * `CALLTOOL=name{json}` at its end for any other tool, `FAIL=status` for an error. Otherwise it is echoed.
 */
export function planReply(request: ModelRequest, defaults: ReplyDefaults): ModelReply {
  const prompt = request.prompts.at(-1) ?? '';
  if (request.side) return { ...plain(sideAnswer(request, prompt)), delayMs: 20 };
  const number = (name: string): number | undefined => {
    const found = new RegExp(`\\b${name}=(\\d+)`).exec(prompt)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const pace = { delayMs: number('DELAY') ?? defaults.delayMs, chunkMs: number('CHUNK') ?? defaults.chunkMs };
  const { toolResult } = request;
  if (toolResult !== undefined && prompt === '') {
    return { ...plain(`TOOL RESULT: ${toolResult.slice(0, 400)}`), ...defaults };
  }
  const tool = toolCall(request, prompt);
  const text = tool ? 'I will use a tool.' : answer(prompt, number('LINES'));
  return { ...plain(text), ...pace, tool, failure: number('FAIL') };
}

function plain(text: string): ModelReply {
  return { delayMs: 0, chunkMs: 0, text, tool: undefined, failure: undefined };
}

function sideAnswer({ schema }: ModelRequest, prompt: string): string {
  if (schema) return JSON.stringify(example(schema));
  return isSuggestionRequest(prompt) ? 'run the tests' : 'A title';
}

/** Any value of the wanted form. */
function example(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'string') return 'A title';
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return 1;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, value]) => [name, example(value)]),
  );
}

function toolCall({ tools }: ModelRequest, prompt: string): ToolCall | undefined {
  const named = /\bCALLTOOL=(\w+)(\{.*\})/s.exec(prompt);
  if (named) {
    const [, name = '', input = '{}'] = named;
    return { name, type: 'function', input: JSON.parse(input) };
  }
  const command = /\bRUNTOOL\{([^}]*)\}/.exec(prompt)?.[1];
  if (command === undefined) return undefined;
  const offered = tools.find(({ name }) => name in SHELL_TOOLS);
  if (!offered) throw new Error(`No shell tool among ${tools.map(({ name }) => name).join(', ')}`);
  return { ...offered, input: SHELL_TOOLS[offered.name]?.(command) ?? {} };
}

/** The arguments of the shell tools that agents offer; each is made so that the agent asks for leave. */
const SHELL_TOOLS: Readonly<Record<string, (command: string) => Record<string, unknown>>> = {
  Bash: (command) => ({ command, description: 'The model wants to run this' }),
  exec_command: (cmd) => ({
    cmd,
    sandbox_permissions: 'require_escalated',
    justification: 'The model wants to run this',
  }),
  bash: (command) => ({ command, description: 'The model wants to run this' }),
  run_shell_command: (command) => ({
    command,
    description: 'The model wants to run this',
    is_background: false,
  }),
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ['sh', '-c', command] }),
  exec: (command) => ({
    script: `text(JSON.stringify(await tools.exec_command({ cmd: ${JSON.stringify(command)} })));`,
  }),
};

function answer(prompt: string, lines: number | undefined): string {
  if (lines !== undefined) {
    return Array.from({ length: lines }, (_, index) => `line ${index + 1} of ${lines}`).join('\n\n');
  }
  // A long message would push everything else off the screen.
  return prompt.length > 200
    ? `ECHO of ${prompt.length}: ${prompt.slice(0, 40)} … ${prompt.slice(-40)}`
    : `ECHO: ${prompt}`;
}
