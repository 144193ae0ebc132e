import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../../src/cli/command.js';
import { commands } from '../../../src/cli/commands.js';
import { errorCatalogue } from '../../../src/model/error-catalogue.js';
import { allOperations } from '../../../src/operations/families.js';
import { sized, soak } from '../../soak.js';
import { misfits } from '../operations/bad-values.js';
import { muxHere } from '../operations/mux-here.js';
import { type OpenOperations, openOperations } from '../operations/open-operations.js';
import { fittingWords, MEGABYTE, namesOfNothing, wrongLines } from './bad-words.js';
import { type MuxResult, muxInShell } from './mux.js';

let place: OpenOperations;
beforeAll(async () => {
  place = await openOperations();
});
afterAll(() => place[Symbol.asyncDispose]());

/** The same cases every time, and others where there is time to search. */
const search = soak ? {} : { seed: 7770 };

const each = <T extends { readonly name: string }>(all: readonly T[]) =>
  all.map((one) => [one.name, one] as const);

describe.each(each(commands))('mux %s', (_, command) => {
  it('refuses options and words that it does not take, with exit code 2 and a sentence', async () => {
    for (const line of wrongLines(command)) {
      expect(refusal(await muxHere(...line), line)).toBe(2);
      expect(jsonRefusal(await muxHere(...asJson(line)), line)).toMatch(/^INVALID_(ARGUMENT|ADDRESS)$/);
    }
  });
});

describe.each(each(commands.filter(namesSomething)))('mux %s', (_, command) => {
  it('refuses what is not there, whatever its name', async () => {
    // A few of the names for each command, so that all have their turn.
    const at = commands.indexOf(command);
    const some = namesOfNothing.filter((_, index) => (index + at) % sized(4, 1) === 0);
    for (const name of new Set(['nobody', ...some])) {
      // A pane that has ended already is no mistake either: it need not be killed, and its health can be told.
      if (name === '%99999' && ['kill', 'agents health'].includes(command.name)) continue;
      const line = fittingWords(command, name);
      refusal(await muxHere(...line), line);
      jsonRefusal(await muxHere(...asJson(line)), line);
    }
  });
});

describe.each(each(await allOperations()))('mux call %s', (name, operation) => {
  it('refuses input that does not fit', async () => {
    const inJson = misfits(operation).filter((input) => {
      const text = JSON.stringify(input);
      return text !== undefined && !operation.input.safeParse(JSON.parse(text)).success;
    });
    await fc.assert(
      fc.asyncProperty(inJson, async (input) => {
        const line = ['call', name, JSON.stringify(input)];
        expect(refusal(await muxHere(...line), line)).toBe(2);
      }),
      { ...search, numRuns: sized(8, 300) },
    );
  });
});

describe('mux call', () => {
  it.each(['{', 'nothing', '{"a":1}}', '\0', "{'target':'%1'}", MEGABYTE])(
    'refuses %.20j, which is no JSON',
    async (text) => {
      const line = ['call', 'pane.screen', text];
      expect(refusal(await muxHere(...line), line)).toBe(2);
    },
  );

  it.each([
    '',
    'pane',
    'pane.',
    '.list',
    'pane.list.all',
    '../pane.list',
    '__proto__',
    'constructor.name',
    MEGABYTE,
  ])('refuses %.20j, which is no operation', async (name) => {
    const line = ['call', name];
    expect(refusal(await muxHere(...line), line)).toBe(2);
  });
});

describe('a megabyte on stdin', () => {
  it.each([
    'call pane.send -',
    'send nobody -',
    'input nobody -',
    'agents send nobody -',
    'session send nobody -',
    'broadcast -',
  ])('is refused by mux %s', async (words) => {
    const megabyte = `head -c 1100000 /dev/zero | tr '\\0' x`;
    refusal(await muxInShell(`${megabyte} | "$@" ${words}`), [words]);
  });
});

function namesSomething({ operands, name }: Command): boolean {
  const named = operands.some(
    ({ completes, name: place }) =>
      place === 'SESSION' || ['worker', 'run', 'agent', 'target'].includes(String(completes)),
  );
  // One that has ended already is no mistake, and a question has an answer.
  return named && !['session kill', 'session exists'].includes(name);
}

function asJson(line: readonly string[]): string[] {
  const end = line.indexOf('--');
  return end < 0 ? [...line, '--json'] : [...line.slice(0, end), '--json', ...line.slice(end)];
}

/** Checks that it is one: a sentence for people on stderr, and nothing for a debugger. Gives the exit code. */
function refusal({ code, stdout, stderr }: MuxResult, line: readonly string[]): number | null {
  const about = line.map((word) => word.slice(0, 60)).join(' ');
  expect(code, about).not.toBe(0);
  expect(stdout, about).toBe('');
  expect(stderr, about).toMatch(/^mux: .*\w.*[.?!…]\n/);
  expect(stderr, about).not.toMatch(/\n\s+at |Error:|should not have happened|undefined|\[object/);
  expect(stderr, about).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/);
  expect(stderr.split('\n').length, about).toBeLessThan(6);
  expect(stderr.length, about).toBeLessThan(2_000);
  return code;
}

/** The same as JSON. Gives the code of the error. */
function jsonRefusal({ code, stdout, stderr }: MuxResult, line: readonly string[]): string {
  const about = line.map((word) => word.slice(0, 60)).join(' ');
  expect({ code: code === 0, stdout }, about).toEqual({ code: false, stdout: '' });
  const { error } = JSON.parse(stderr) as { error: { code: string; message: string } };
  expect(Object.keys(errorCatalogue), about).toContain(error.code);
  expect(error.code, about).not.toBe('INTERNAL_ERROR');
  expect(error.message, about).toMatch(/\w \w/);
  return error.code;
}
