import type { MessageRole } from './message.js';

/** What one line of an agent's transcript file says, as far as it is part of the conversation. */
export interface TranscriptEntry {
  readonly role: MessageRole;
  readonly text: string;
  /** Of the message, or of the call of a tool. */
  readonly id: string | undefined;
  /** The call that this is the result of. */
  readonly resultOf?: string;
  /** What it follows. Of two prompts that follow the same, the first was taken back. */
  readonly parent?: string;
}

/**
 * Parses a line of a transcript of Claude Code or of a rollout file of Codex. Lines of other kinds, of which every
 * version adds some, return nothing; so does a line that is not JSON.
 */
export function parseTranscriptLine(line: string): TranscriptEntry[] {
  if (line.trim() === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  const record = asRecord(value);
  if (record.type === 'response_item') return rolloutEntries(asRecord(record.payload));
  if (record.isSidechain === true || record.isMeta === true) return [];
  if (record.type !== 'user' && record.type !== 'assistant') return [];
  return claudeEntries(record);
}

type Json = Readonly<Record<string, unknown>>;

function claudeEntries(record: Json): TranscriptEntry[] {
  const { content } = asRecord(record.message);
  const id = asText(record.uuid);
  const role = record.type === 'user' ? 'user' : 'agent';
  const parent = asText(record.parentUuid);
  if (typeof content === 'string') {
    return spoken(role, content, id).map((entry) => (parent === undefined ? entry : { ...entry, parent }));
  }
  return asList(content).flatMap((each): TranscriptEntry[] => {
    const block = asRecord(each);
    if (block.type === 'text') return spoken(role, asText(block.text) ?? '', id);
    if (block.type === 'tool_use') return [calledTool(asText(block.name), block.input, asText(block.id))];
    if (block.type === 'tool_result') return result(contentText(block.content), asText(block.tool_use_id));
    return [];
  });
}

function rolloutEntries(payload: Json): TranscriptEntry[] {
  const id = asText(payload.id);
  const callId = asText(payload.call_id);
  switch (payload.type) {
    case 'message':
      if (payload.role !== 'user' && payload.role !== 'assistant') return [];
      return spoken(payload.role === 'user' ? 'user' : 'agent', contentText(payload.content), id);
    case 'function_call':
    case 'custom_tool_call':
      return [calledTool(asText(payload.name), parsed(payload.arguments ?? payload.input), callId)];
    case 'local_shell_call':
      return [calledTool('shell', asRecord(payload.action), callId)];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return result(outputText(payload.output), callId);
    default:
      return [];
  }
}

/** Programs insert text between the messages of the person, all of it in tags. */
function spoken(role: MessageRole, text: string, id: string | undefined): TranscriptEntry[] {
  const name = /^<command-name>(.*?)<\/command-name>/u.exec(text)?.[1];
  const args = /<command-args>(.*?)<\/command-args>/su.exec(text)?.[1] ?? '';
  if (name !== undefined) return [{ role, text: `${name} ${args}`.trim(), id }];
  const said = role === 'user' ? text.replace(OWN_TAGS, '').trim() : text.trim();
  return said === '' || (role === 'user' && OWN_TEXT.test(said)) ? [] : [{ role, text: said, id }];
}

const OWN_TAGS =
  /<(system-reminder|environment_context|user_instructions|permissions instructions|local-command-\w+|command-\w+|INSTRUCTIONS)>[\s\S]*?<\/\1>/gu;
const OWN_TEXT = /^(?:# AGENTS\.md instructions|Caveat: The messages below|<[a-z_-]+>)/u;

/** `Bash(npm test)`: a tool and the argument that tells most. */
function calledTool(name: string | undefined, input: unknown, id: string | undefined): TranscriptEntry {
  const fields = asRecord(input);
  const telling = TELLING.map((field) => fields[field]).find((value) => value !== undefined && value !== '');
  const first = telling ?? Object.values(fields).find((value) => typeof value === 'string');
  const argument = Array.isArray(first)
    ? first.join(' ')
    : typeof first === 'string'
      ? first
      : typeof input === 'string'
        ? input
        : '';
  return { role: 'tool', text: `${name ?? 'tool'}(${shortened(argument, LONGEST_CALL)})`, id };
}

const TELLING = ['command', 'cmd', 'file_path', 'path', 'pattern', 'query', 'url', 'prompt', 'description'];
const LONGEST_CALL = 200;
const LONGEST_RESULT = 2_000;

function result(text: string, resultOf: string | undefined): TranscriptEntry[] {
  if (resultOf === undefined) return [];
  return [{ role: 'tool', text: shortened(text.trim(), LONGEST_RESULT), id: undefined, resultOf }];
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map((each) => asText(asRecord(each).text) ?? '')
    .filter((text) => text !== '')
    .join('\n');
}

/** Some versions wrap the output in JSON. */
function outputText(output: unknown): string {
  const value = parsed(output);
  if (typeof value === 'string') return value;
  const { output: inner, content } = asRecord(value);
  return asText(inner) ?? contentText(content ?? value);
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/u.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function asRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
