import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ModelReply, ToolCall } from '../../test/agents/model-reply.js';
import { type ModelRequest, readModelRequest } from '../../test/agents/model-request.js';
import { streamReply } from '../../test/agents/model-stream.js';
import { sendJson } from '../../test/agents/model-wire.js';

export interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
}

/** What agents talk to in the pictures: it has a few answers, chosen by what the person asked. */
export async function scriptedModel(): Promise<ScriptedModel> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = await text(request);
      if (!request.url?.includes('/messages') || request.url.includes('count_tokens'))
        return sendJson(response, { input_tokens: 1_200, data: [] });
      const asked = readModelRequest('messages', JSON.parse(body));
      await streamReply(response, asked, replyTo(asked));
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function replyTo({ side, conversation, toolResult }: ModelRequest): ModelReply {
  if (side) return { ...nothing, text: 'Cart totals' };
  const last = conversation.at(-1) ?? '';
  const found = script.find(
    ({ asked, result }) =>
      asked.test(last) && (result ? result.test(toolResult ?? '') : toolResult === undefined),
  );
  return { ...nothing, ...found?.reply };
}

const nothing: ModelReply = { delayMs: 50, chunkMs: 2, text: 'Done.', tool: undefined, failure: undefined };

const tool = (name: string, input: ToolCall['input']): ToolCall => ({ name, type: 'function', input });

const script: readonly {
  readonly asked: RegExp;
  readonly result?: RegExp;
  readonly reply: Partial<ModelReply>;
}[] = [
  {
    asked: /one cent/,
    reply: {
      text: 'I will read how the cart adds up before I change anything.',
      tool: tool('Read', { file_path: '/srv/shop/src/cart.js' }),
    },
  },
  {
    asked: /one cent/,
    result: /rounded once/,
    reply: {
      text: 'The total is rounded once, at the end, but the invoice rounds every line. With 19 % tax that is one cent apart for odd prices. I will run the tests of the cart to see which of the two they expect.',
      tool: tool('Bash', {
        command: 'node --test test/cart.test.mjs',
        description: 'Run the tests of the cart',
      }),
    },
  },
  {
    asked: /changelog/i,
    reply: {
      text: 'I wrote the entry for 1.4.0:\n\n- Totals are rounded once, at the end\n- Carts survive a restart of the server\n- Checkout tells which field is wrong\n\nShall I also bump the version in package.json?',
    },
  },
  { asked: /orders/, reply: { text: 'Looking.', delayMs: 3_600_000 } },
];
