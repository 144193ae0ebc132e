import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../src/operations/families.js';
import type { Operation } from '../../src/operations/operation.js';
import { StreamClient } from '../integration/server/stream-client.js';
import { TerminalClient } from '../integration/server/terminal-client.js';
import { openReachBed, type ReachBed } from './reach-bed.js';

let bed: ReachBed;
let operations: readonly Operation[];
beforeAll(async () => {
  bed = await openReachBed();
  operations = (await allOperations()).filter(({ faces }) => faces.includes('http'));
});
afterAll(() => bed[Symbol.asyncDispose]());

/** The same call at another place, where the operation can be told one. */
function elsewhere({ input, examples }: Operation, host: string): object | undefined {
  const given = { ...(examples[0]?.input as Readonly<Record<string, unknown>>) };
  if ('host' in input.shape && !('hosts' in input.shape)) return { ...given, host };
  return 'hosts' in input.shape ? { ...given, hosts: [host] } : undefined;
}

describe('a token that names no host', () => {
  it.each(['ssh://root@192.0.2.1', 'SSH://root@192.0.2.1:22', 'ssh://192.0.2.1?socket=x'])(
    'makes no operation open %s, and starts no SSH client',
    async (host) => {
      const token = await bed.token({ scopes: ['control'] });
      const tried: string[] = [];
      for (const operation of operations) {
        const input = elsewhere(operation, host);
        if (input === undefined) continue;
        const { code, events } = await bed.as(token, operation.name, input);
        tried.push(`${operation.name}: ${code ?? events}`);
      }
      expect(tried.filter((line) => !line.endsWith(': HOST_NOT_ALLOWED'))).toEqual([]);
      expect(tried.length).toBeGreaterThan(40);
      expect(await bed.sshStarts()).toEqual([]);
    },
  );
});
