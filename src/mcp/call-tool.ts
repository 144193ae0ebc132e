import type { CallToolResult } from '@modelcontextprotocol/server';
import { isMuxError } from '../model/index.js';
import { invoke, type OperationContext } from '../operations/index.js';
import { boundOutput } from './bound-output.js';
import { errorResult } from './error-result.js';
import { withinLimits } from './mcp-limits.js';
import { withoutHiddenWords } from './output-fence.js';
import { readableText } from './readable-text.js';
import type { Tool } from './tool.js';

/** Carries out a tool. What fails is a result as well, so that the model reads it and can do better. */
export async function callTool(
  { operation }: Pick<Tool, 'operation'>,
  input: Readonly<Record<string, unknown>>,
  context: OperationContext,
): Promise<CallToolResult> {
  try {
    const whole = (await invoke(operation, withinLimits(operation, input), context)) as Record<
      string,
      unknown
    >;
    const { value, shortened } = boundOutput(withoutHiddenWords(whole));
    const remark = shortened.length === 0 ? '' : `\n\n${shortenedRemark(shortened)}`;
    return {
      content: [{ type: 'text', text: readableText(value) + remark }],
      structuredContent: value,
      ...(shortened.length > 0 && { _meta: { 'muxwright/shortened': shortened } }),
    };
  } catch (error) {
    // Where it was not the model that had enough, it is told who had.
    const { reason } = context.signal;
    return errorResult(isMuxError(error, 'ABORTED') && isMuxError(reason) ? reason : error);
  }
}

function shortenedRemark(fields: readonly string[]): string {
  return `(Too large, so parts are left out of: ${fields.join(', ')}. Ask again for less at once: a smaller limit or maxBytes, or a narrower filter.)`;
}
