import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { MuxError } from '../../model/index.js';
import { invoke, type OperationContext, paneScreen, runOutput } from '../../operations/index.js';
import { mcpLimits } from '../mcp-limits.js';
import { OutputFence } from '../output-fence.js';
import { type ResourceAddress, runUri } from './resource-address.js';

/** The text of a resource, as the operation of the same thing gives it. */
export async function readResource(
  uri: string,
  address: ResourceAddress,
  calling: Pick<OperationContext, 'runtime' | 'signal' | 'caller'>,
): Promise<ReadResourceResult> {
  const context = { ...calling, progress: () => {} };
  const text = address.kind === 'pane' ? await screenOf(address, context) : await logOf(address, context);
  return { contents: [{ uri, mimeType: 'text/plain', text }] };
}

type AddressOf<Kind> = Extract<ResourceAddress, { kind: Kind }>;

async function screenOf({ target, host }: AddressOf<'pane'>, context: OperationContext): Promise<string> {
  const { text = '' } = await invoke(paneScreen, { target, ...(host !== undefined && { host }) }, context);
  return fenced(text);
}

/** Behind the lines stands where to go on: whoever reads a resource sees nothing but its text. */
async function logOf({ run, cursor = '0' }: AddressOf<'run'>, context: OperationContext): Promise<string> {
  if (!/^\d{1,15}$/.test(cursor)) {
    throw new MuxError(
      'INVALID_ARGUMENT',
      `The cursor of the log of run ${run.slice(0, 40)} is not a number.`,
      {
        suggestion: 'Leave it out to begin at the beginning.',
      },
    );
  }
  const input = { run, cursor: Number(cursor), maxBytes: mcpLimits.maxBytes };
  const { lines, cursor: next, hasMore } = await invoke(runOutput, input, context);
  const text = fenced(lines.map((line) => line.text).join('\n'));
  return hasMore ? `${text}(More: ${runUri(run, String(next))})\n` : text;
}

/** Between marks, so that no output can pass for the line behind it. */
function fenced(text: string): string {
  return text === '' ? '' : `${new OutputFence().block(text).join('\n')}\n`;
}
