import { dataWriter, newId, pieces, type StreamReply, sendJson } from './model-wire.js';

/** Answers in the form of OpenAI's Chat Completions. */
export const streamChat: StreamReply = async (response, request, reply, wait) => {
  const base = { id: newId('chatcmpl'), created: Math.floor(Date.now() / 1000), model: request.model };
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  const finish_reason = reply.tool ? 'tool_calls' : 'stop';
  const tool_calls = reply.tool && [
    {
      index: 0,
      id: newId('call'),
      type: 'function',
      function: { name: reply.tool.name, arguments: JSON.stringify(reply.tool.input) },
    },
  ];
  if (!request.stream) {
    await wait(reply.delayMs);
    const message = { role: 'assistant', content: reply.text, ...(tool_calls && { tool_calls }) };
    const choices = [{ index: 0, message, finish_reason }];
    return sendJson(response, { ...base, object: 'chat.completion', choices, usage });
  }
  const write = dataWriter(response);
  const send = (delta: object, finish: string | null = null, more: object = {}): void =>
    write({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...more,
    });
  send({ role: 'assistant', content: '' });
  await wait(reply.delayMs);
  for (const content of pieces(reply.text)) {
    send({ content });
    await wait(reply.chunkMs);
  }
  if (tool_calls) send({ tool_calls });
  send({}, finish_reason, { usage });
  write('[DONE]');
  response.end();
};
