import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { MuxError } from '../model/index.js';
import { type CallOperation, guideText } from '../operations/index.js';
import { protocolError } from './protocol-error.js';
import { toolName } from './tool-names.js';

export const prompts: Prompt[] = [
  {
    name: 'guide',
    title: 'How to use muxwright',
    description: 'What to use when, and how to work with terminals without waste.',
  },
];

/** The guide, as something that the person says to the model, about the tools that this model has. */
export function getPrompt(name: string, operations: readonly CallOperation[]): GetPromptResult {
  if (name !== 'guide') {
    throw protocolError(
      new MuxError('INVALID_ARGUMENT', `'${name.slice(0, 60)}' is not a prompt.`, {
        suggestion: 'The only prompt is guide.',
      }),
    );
  }
  const text = guideText({ operations, nameOf: (operation) => toolName(operation.name) });
  return {
    description: 'How to use muxwright',
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}
