import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelReply, ToolCall } from './model-reply.js';
import type { ModelApi, ModelRequest } from './model-request.js';
import { streamChat } from './model-stream-chat.js';
import { streamGemini } from './model-stream-gemini.js';
import { newId, pieces, type StreamReply, sendJson, type Wait } from './model-wire.js';

/** Streams an answer in the form of the API that was asked. Gives up when the agent hangs up. */
export async function streamReply(
  response: ServerResponse,
  request: ModelRequest,
  reply: ModelReply,
): Promise<void> {
  const hungUp = new AbortController();
  response.once('close', () => hungUp.abort());
  const wait = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal: hungUp.signal });
  };
  try {
    if (reply.failure !== undefined) {
      await wait(reply.delayMs);
      const type = reply.failure < 500 ? 'invalid_request_error' : 'overloaded_error';
      const error = { type, message: 'The model server was told to fail', code: reply.failure };
      return sendJson(response, { type: 'error', error }, reply.failure);
    }
    await STREAMS[request.api](response, request, reply, wait);
  } catch (error) {
    if (!hungUp.signal.aborted) throw error;
  }
}

async function streamMessages(
  response: ServerResponse,
  request: ModelRequest,
  reply: ModelReply,
  wait: Wait,
): Promise<void> {
  const message = { id: newId('msg'), type: 'message', role: 'assistant', model: request.model };
  const ending = { stop_reason: reply.tool ? 'tool_use' : 'end_turn', stop_sequence: null };
  const usage = { input_tokens: 100, output_tokens: 20 };
  const tool = reply.tool && { type: 'tool_use', id: newId('toolu'), ...callOf(reply.tool) };
  if (!request.stream) {
    await wait(reply.delayMs);
    const content = [{ type: 'text', text: reply.text }, ...(tool ? [tool] : [])];
    return sendJson(response, { ...message, content, ...ending, usage });
  }
  const send = eventWriter(response);
  send('message_start', {
    message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
  });
  await wait(reply.delayMs);
  send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  for (const text of pieces(reply.text)) {
    send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
    await wait(reply.chunkMs);
  }
  send('content_block_stop', { index: 0 });
  if (tool) {
    const partial_json = JSON.stringify(tool.input);
    send('content_block_start', { index: 1, content_block: { ...tool, input: {} } });
    send('content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json } });
    send('content_block_stop', { index: 1 });
  }
  send('message_delta', { delta: ending, usage });
  send('message_stop', {});
  response.end();
}

async function streamResponses(
  response: ServerResponse,
  request: ModelRequest,
  reply: ModelReply,
  wait: Wait,
): Promise<void> {
  const base = { id: newId('resp'), object: 'response', model: request.model, tools: [] };
  const message = { id: newId('msg'), type: 'message', role: 'assistant' };
  const place = { item_id: message.id, output_index: 0, content_index: 0 };
  const part = (text: string) => ({ type: 'output_text', text, annotations: [] });
  const whole = { ...message, status: 'completed', content: [part(reply.text)] };
  const call = reply.tool && responsesCall(reply.tool);
  const done = {
    ...base,
    status: 'completed',
    output: [whole, ...(call ? [call] : [])],
    usage: RESPONSES_USAGE,
  };
  if (!request.stream) {
    await wait(reply.delayMs);
    return sendJson(response, done);
  }
  const send = eventWriter(response);
  send('response.created', { response: { ...base, status: 'in_progress', output: [] } });
  await wait(reply.delayMs);
  send('response.output_item.added', {
    output_index: 0,
    item: { ...message, status: 'in_progress', content: [] },
  });
  send('response.content_part.added', { ...place, part: part('') });
  for (const delta of pieces(reply.text)) {
    send('response.output_text.delta', { ...place, delta });
    await wait(reply.chunkMs);
  }
  send('response.output_text.done', { ...place, text: reply.text });
  send('response.output_item.done', { output_index: 0, item: whole });
  if (call) {
    send('response.output_item.added', { output_index: 1, item: call });
    send('response.output_item.done', { output_index: 1, item: call });
  }
  send('response.completed', { response: done });
  response.end();
}

const STREAMS: Readonly<Record<ModelApi, StreamReply>> = {
  messages: streamMessages,
  responses: streamResponses,
  chat: streamChat,
  gemini: streamGemini,
};

const RESPONSES_USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};

/** A tool of type `custom` takes free text and not JSON; one of an MCP server is named apart from its server. */
function responsesCall(tool: ToolCall): Record<string, unknown> {
  const [, namespace, name = tool.name] = /^(mcp__\w+?)__(\w+)$/.exec(tool.name) ?? [];
  const common = { status: 'completed', call_id: newId('call'), name, ...(namespace && { namespace }) };
  if (tool.type !== 'custom') {
    return { id: newId('fc'), type: 'function_call', ...common, arguments: JSON.stringify(tool.input) };
  }
  return { id: newId('ctc'), type: 'custom_tool_call', ...common, input: tool.input.script };
}

function callOf({ name, input }: ToolCall): Pick<ToolCall, 'name' | 'input'> {
  return { name, input };
}

function eventWriter(response: ServerResponse): (type: string, data: object) => void {
  let sequence_number = 0;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  return (type, data) => {
    response.write(
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...data })}\n\n`,
    );
  };
}
