import type { RawData } from 'ws';
import type { StreamRequest } from '../../operations/index.js';

/** What a client asks for; `undefined` where it cannot be understood. */
export function readStreamRequest(data: RawData): StreamRequest | undefined {
  try {
    const value = JSON.parse(String(data)) as Readonly<Record<string, unknown>> | null;
    const { type, id, operation, input } = value ?? {};
    if (typeof id !== 'string' || id === '' || id.length > LONGEST) return undefined;
    if (type === 'stop') return { type, id };
    if (type !== 'follow' || typeof operation !== 'string' || operation.length > LONGEST) return undefined;
    return { type, id, operation, input };
  } catch {
    return undefined;
  }
}

const LONGEST = 100;
