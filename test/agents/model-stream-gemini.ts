import { dataWriter, newId, pieces, type StreamReply, sendJson } from './model-wire.js';

/** Answers in the form of Google's Gemini. */
export const streamGemini: StreamReply = async (response, request, reply, wait) => {
  const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 };
  const responseId = newId('response');
  const call = reply.tool && {
    functionCall: { id: newId('call'), name: reply.tool.name, args: reply.tool.input },
  };
  const answer = (parts: readonly object[], isLast: boolean): object => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(isLast && { finishReason: 'STOP' }) }],
    usageMetadata,
    modelVersion: request.model,
    responseId,
  });
  const calls = call ? [call] : [];
  if (!request.stream) {
    await wait(reply.delayMs);
    return sendJson(response, answer([{ text: reply.text }, ...calls], true));
  }
  const write = dataWriter(response);
  await wait(reply.delayMs);
  const all = pieces(reply.text);
  for (const [at, text] of all.entries()) {
    const isLast = at === all.length - 1;
    write(answer(isLast ? [{ text }, ...calls] : [{ text }], isLast));
    await wait(reply.chunkMs);
  }
  response.end();
};
