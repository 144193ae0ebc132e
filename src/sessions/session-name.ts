import { createHash } from 'node:crypto';
import { MuxError } from '../model/index.js';

/** Whose session it is. */
export interface ChatPair {
  readonly workspace: string;
  readonly chatId: string;
}

/**
 * The name of the session of a chat: `claude-{workspace}-{chatId}`. Without a dash in the chat id the last dash tells
 * where the workspace ends, so that no two such pairs meet. All others get a hash, behind a character that plain names
 * do not have.
 *
 * @example
 * sessionName({ workspace: 'cc-bridge', chatId: '123456789' }); // 'claude-cc-bridge-123456789'
 * sessionName({ workspace: 'a', chatId: 'b-c' }); // 'claude-a-b-c~e81cf96f137d'
 */
export function sessionName(pair: ChatPair): string {
  const { workspace, chatId } = pair;
  if (PLAIN_WORKSPACE.test(workspace) && PLAIN_CHAT.test(chatId)) return `${PREFIX}-${workspace}-${chatId}`;
  const hash = createHash('sha256').update(pairText(pair)).digest('hex').slice(0, HASH_LENGTH);
  return `${PREFIX}-${readable(workspace)}-${readable(chatId)}~${hash}`;
}

/** Checks what a caller gives; a number means the same chat as its digits. */
export function checkPair(workspace: string, chatId: string | number): ChatPair {
  if (typeof chatId === 'number' && !Number.isSafeInteger(chatId)) {
    throw invalid(`${chatId} is not a chat id: it is not a safe integer`, {
      suggestion: 'Give the id as a string.',
    });
  }
  const id: unknown = typeof chatId === 'number' ? String(chatId) : chatId;
  return { workspace: checkPart('workspace', workspace), chatId: checkPart('chat id', id) };
}

/** A pair as text of plain ASCII characters, different for every two pairs. */
export function pairText({ workspace, chatId }: ChatPair): string {
  return JSON.stringify({ workspace, chatId }).replaceAll(
    /[\x7f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Reverses `pairText`; `undefined` for any other text. */
export function parsePair(text: string): ChatPair | undefined {
  try {
    const { workspace, chatId } = JSON.parse(text) as Partial<ChatPair>;
    return typeof workspace === 'string' && typeof chatId === 'string' ? { workspace, chatId } : undefined;
  } catch {
    return undefined;
  }
}

const PREFIX = 'claude';
const PLAIN_WORKSPACE = /^[A-Za-z0-9_-]{1,80}$/;
const PLAIN_CHAT = /^[A-Za-z0-9_]{1,80}$/;
const HASH_LENGTH = 12;
const MAX_LENGTH = 1_000;

/** Something to recognise it by. */
function readable(part: string): string {
  return part.slice(0, 40).replaceAll(/[^A-Za-z0-9_-]+/g, '_');
}

function checkPart(what: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') {
    throw invalid(`A ${what} is missing: it is ${value === '' ? 'empty' : `of type ${typeof value}`}`, {
      suggestion: 'Give a string with at least one character.',
    });
  }
  if (value.length <= MAX_LENGTH) return value;
  throw invalid(
    `A ${what} of ${value.length} characters is longer than the ${MAX_LENGTH} that there may be`,
    {
      suggestion: 'Give a name or an id, not a text.',
    },
  );
}

function invalid(why: string, options: { readonly suggestion: string }): MuxError {
  return new MuxError('INVALID_ARGUMENT', `${why}.`, options);
}
