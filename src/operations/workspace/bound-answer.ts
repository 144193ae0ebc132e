import { lastBytes } from '../panes/last-bytes.js';

/** The answer of an action with no more than so much output: of more the end, and what counts its lines says so. */
export function boundAnswer(
  answer: Readonly<Record<string, unknown>>,
  maxBytes: number | undefined,
): Record<string, unknown> {
  const { output, ...rest } = answer;
  if (typeof output !== 'string' || maxBytes === undefined) return answer;
  const { text, cut } = lastBytes(output, maxBytes);
  if (!cut) return answer;
  const counted = 'lines_captured' in answer && {
    lines_captured: text === '' ? 0 : text.split('\n').length,
    has_more: true,
  };
  return { ...rest, output: text, ...counted };
}
