/** What an agent asked its model for, whichever API it speaks. */
export interface ModelRequest {
  readonly api: ModelApi;
  /** All messages of the person, each exactly as it was submitted. An agent sends them anew with every request. */
  readonly conversation: readonly string[];
  /** Those of them that came since the model's last answer. */
  readonly prompts: readonly string[];
  /** What the tool said that the model called last, if this request brings it. */
  readonly toolResult: string | undefined;
  readonly tools: readonly OfferedTool[];
  /** Agents also ask for titles, suggestions and the like; such a request is no turn of the conversation. */
  readonly side: boolean;
  /** The form of answer that is wanted, where it must be JSON. */
  readonly schema: JsonSchema | undefined;
  readonly stream: boolean;
  readonly model: string;
}

/** Anthropic's Messages, OpenAI's Responses or Chat Completions, or Google's Gemini. */
export type ModelApi = 'messages' | 'responses' | 'chat' | 'gemini';

export interface OfferedTool {
  readonly name: string;
  readonly type: string;
}

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** Reads the body of a request. Fields that are not understood are left alone. */
export function readModelRequest(api: ModelApi, body: RequestBody): ModelRequest {
  const items = itemsOf(api, body);
  const answered = items.findLastIndex((item) => item.from === 'model');
  const fresh = items.slice(answered + 1);
  const prompts = texts(fresh);
  const tools = (body.tools ?? []).flatMap(offered);
  const schema = schemaOf(body);
  return {
    api,
    prompts,
    conversation: texts(items),
    toolResult: fresh.findLast((item) => item.from === 'tool')?.text,
    tools,
    side: tools.length === 0 || schema !== undefined || prompts.some(isSideRequest),
    schema,
    stream: body.stream === true,
    model: body.model ?? 'unnamed',
  };
}

function itemsOf(api: ModelApi, body: RequestBody): Item[] {
  if (api === 'gemini') return (body.contents ?? []).flatMap(ofContent);
  if (api === 'responses') return inputs(body).flatMap(ofInput);
  return (body.messages ?? []).flatMap(ofMessage);
}

function offered({ name, type = '', function: called, functionDeclarations }: Tool): OfferedTool[] {
  if (functionDeclarations)
    return functionDeclarations.map((each) => ({ name: each.name, type: 'function' }));
  return [{ name: name ?? called?.name ?? type, type }];
}

function schemaOf(body: RequestBody): JsonSchema | undefined {
  const { generationConfig: config } = body;
  if (config?.responseMimeType === 'application/json') {
    return config.responseJsonSchema ?? config.responseSchema ?? { type: 'object' };
  }
  return body.output_config?.format?.schema ?? body.output_format?.schema ?? body.text?.format?.schema;
}

/** Qwen Code lets the model look through a conversation for what is worth remembering. */
function isSideRequest(prompt: string): boolean {
  return isSuggestionRequest(prompt) || prompt.startsWith('Managed memory directory: ');
}

/** Claude Code asks in the person's name what the person may want to say next. */
export function isSuggestionRequest(prompt: string): boolean {
  return prompt.startsWith('[SUGGESTION MODE');
}

/** The fields of all APIs that matter here. */
export interface RequestBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly tools?: readonly Tool[];
  readonly messages?: readonly Message[];
  readonly input?: string | readonly InputItem[];
  readonly output_config?: { readonly format?: { readonly schema?: JsonSchema } };
  readonly output_format?: { readonly schema?: JsonSchema };
  readonly text?: { readonly format?: { readonly schema?: JsonSchema } };
  readonly contents?: readonly GeminiContent[];
  readonly generationConfig?: {
    readonly responseMimeType?: string;
    readonly responseJsonSchema?: JsonSchema;
    readonly responseSchema?: JsonSchema;
  };
}

interface Tool {
  readonly name?: string;
  readonly type?: string;
  readonly function?: { readonly name: string };
  readonly functionDeclarations?: readonly { readonly name: string }[];
}

interface GeminiContent {
  readonly role?: string;
  readonly parts?: readonly {
    readonly text?: string;
    readonly functionResponse?: { readonly response?: unknown };
  }[];
}

interface Message {
  readonly role: string;
  readonly content?: string | readonly ContentBlock[] | null;
}

interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly content?: unknown;
}

interface InputItem {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly ContentBlock[];
  readonly output?: unknown;
}

interface Item {
  readonly from: 'person' | 'program' | 'model' | 'tool';
  readonly text: string;
}

function ofMessage({ role, content }: Message): Item[] {
  const blocks: readonly ContentBlock[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  if (role === 'tool') return [{ from: 'tool', text: plainText(content) }];
  if (role !== 'user') return [{ from: role === 'assistant' ? 'model' : 'program', text: '' }];
  return blocks.map((block) => {
    if (block.type === 'tool_result') return { from: 'tool', text: plainText(block.content) };
    return { from: author(block.text), text: unwrapped(block.text ?? '') };
  });
}

function ofContent({ role, parts = [] }: GeminiContent): Item[] {
  if (role === 'model') return [{ from: 'model', text: '' }];
  return parts.flatMap(({ text, functionResponse }): Item[] => {
    if (functionResponse) return [{ from: 'tool', text: JSON.stringify(functionResponse.response) }];
    return text === undefined ? [] : [{ from: author(text), text }];
  });
}

function inputs({ input }: RequestBody): readonly InputItem[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? []);
}

function ofInput({ type = 'message', role, content, output }: InputItem): Item[] {
  if (type.endsWith('_output')) return [{ from: 'tool', text: plainText(output) }];
  if (role === 'user') {
    const blocks = typeof content === 'string' ? [{ type: 'input_text', text: content }] : (content ?? []);
    return blocks.map(({ text }) => ({ from: author(text), text: text ?? '' }));
  }
  return [{ from: role === undefined || role === 'assistant' ? 'model' : 'program', text: '' }];
}

/** Agents put remarks of their own between the person's messages, as an element with a name. */
function author(text: string | undefined): Item['from'] {
  const remark =
    /^\s*<(system-reminder|environment_context|user_instructions|permissions instructions|INSTRUCTIONS|session_context)>|^This is the \w+ \w+\. We are setting up the context|^System: Potential loop detected\./;
  return text === undefined || remark.test(text) ? 'program' : 'person';
}

/** What is said while a tool runs reaches the model inside an explanation. */
function unwrapped(text: string): string {
  const explained =
    /^The user sent a new message while you were working:\n(.*)\n\nThis is how Claude Code surfaces/s;
  return explained.exec(text)?.[1] ?? text;
}

function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content ?? '');
  return content.map((block: ContentBlock) => block.text ?? '').join('\n');
}

function texts(items: readonly Item[]): string[] {
  return items.filter((item) => item.from === 'person').map((item) => item.text);
}
