import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addHooks, hooksAreDisabled, removeHooks } from './claude-settings.js';
import { hookEvents } from './hook-event.js';

const script = "/home/o'neill/state/hooks/muxwright-hook";

describe('hooks in Claude Code settings', () => {
  it('are there for every event, as one command that is quiet when the script is gone', () => {
    const settings = JSON.parse(addHooks('', script, 'x'));
    expect(Object.keys(settings.hooks)).toEqual(hookEvents);
    const quoted = `'/home/o'\\''neill/state/hooks/muxwright-hook'`;
    expect(settings.hooks.Stop).toEqual([
      {
        hooks: [
          { type: 'command', command: `if [ -x ${quoted} ]; then exec ${quoted} Stop; fi`, timeout: 5 },
        ],
      },
    ]);
  });

  it('leave what is there as it is written, and are gone without a trace', () => {
    for (const text of samples) {
      const added = addHooks(text, script, 'x');
      expect(Object.keys(JSON.parse(added).hooks)).toEqual(expect.arrayContaining([...hookEvents]));
      expect(addHooks(added, script, 'x')).toBe(added);
      expect(removeHooks(added, 'x')).toBe(text);
    }
  });

  it('keep to the order and the indentation of the file', () => {
    expect(addHooks('{\n\t"b": 1.0,\n\t"a": 1e3\n}\n', script, 'x')).toMatch(
      /^\{\n\t"b": 1\.0,\n\t"a": 1e3,\n\t"hooks": \{\n\t\t"SessionStart": \[\n\t\t\t\{\n/,
    );
    expect(addHooks('{"b":1}', script, 'x')).toMatch(
      /^\{"b":1, "hooks": \{"SessionStart":\[\{"hooks":\[\{"type"[^\n]*\}$/,
    );
    expect(addHooks('{\r\n  "b": 1\r\n}\r\n', script, 'x')).not.toMatch(/[^\r]\n/);
  });

  it('stand beside hooks of others, which stay', () => {
    const text = JSON.stringify(
      { hooks: { Stop: [{ matcher: '', hooks: [{ type: 'command', command: 'say done' }] }] } },
      null,
      2,
    );
    const added = addHooks(text, script, 'x');
    expect(JSON.parse(added).hooks.Stop).toHaveLength(2);
    expect(JSON.parse(added).hooks.Stop[0]).toEqual(JSON.parse(text).hooks.Stop[0]);
    expect(removeHooks(added, 'x')).toBe(text);
  });

  it('are moved, not doubled, when the state folder is another one', () => {
    const moved = addHooks(addHooks('{}', '/old/muxwright-hook', 'x'), '/new/muxwright-hook', 'x');
    expect(moved).toBe(addHooks('{}', '/new/muxwright-hook', 'x'));
    expect(moved).not.toContain('/old/');
  });

  it('are taken out of a group that somebody else has put them into', () => {
    const own = { type: 'command', command: '/x/muxwright-hook Stop' };
    const other = { type: 'command', command: 'say done' };
    for (const hooks of [
      [own, other],
      [other, own],
    ]) {
      const text = JSON.stringify({ hooks: { Stop: [{ hooks }] } }, null, 2);
      expect(JSON.parse(removeHooks(text, 'x'))).toEqual({ hooks: { Stop: [{ hooks: [other] }] } });
    }
  });

  it.each([
    ['{\n  "a": 1,\n}', 's.json:3: it is not JSON'],
    ['[]', 's.json:1: it is not an object'],
    ['{\n\n "hooks": []}', "s.json:3: 'hooks' is not an object"],
    ['{"hooks": {\n"Stop": {}}}', "s.json:2: 'Stop' is not a list"],
    ['// comment\n{}', 's.json:1: it is not JSON'],
  ])('are not added to %j', (text, message) => {
    expect(() => addHooks(text, script, 's.json')).toThrow(
      expect.objectContaining({ code: 'HOOKS_FILE_INVALID', message: expect.stringContaining(message) }),
    );
  });

  it('never change what others have, whatever it is', () => {
    const key = fc.oneof(fc.string(), fc.constantFrom('hooks', '__proto__', '0', '10'));
    const settings = fc
      .dictionary(key, fc.jsonValue())
      .filter(
        ({ hooks, ...rest }) =>
          (hooks === undefined ||
            (typeof hooks === 'object' &&
              hooks !== null &&
              !Array.isArray(hooks) &&
              Object.values(hooks).every(Array.isArray))) &&
          rest !== null,
      );
    fc.assert(
      fc.property(settings, fc.constantFrom(undefined, 2, 4, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const added = addHooks(text, script, 'x');
        expect(JSON.parse(added)).toMatchObject(JSON.parse(text));
        const removed = JSON.parse(removeHooks(added, 'x'));
        const empty = JSON.stringify(value.hooks) === '{}';
        expect(removed).toEqual(empty ? without(JSON.parse(text)) : JSON.parse(text));
      }),
    );
  });

  it('are told to be of no use where all hooks are switched off', () => {
    expect(hooksAreDisabled('{"disableAllHooks": true}')).toBe(true);
    expect(hooksAreDisabled('{"disableAllHooks": false}')).toBe(false);
    expect(hooksAreDisabled('')).toBe(false);
  });
});

const samples = [
  '{}\n',
  '{\n  "model": "opus",\n  "permissions": { "allow": ["Bash(ls:*)"], "deny": [] }\n}\n',
  '{\n    "model": "opus",\n    "env": {\n        "A": "\\u00e9"\n    }\n}',
  '{\r\n\t"theme": "dark"\r\n}\r\n',
  '{ "model" : 1.50 , "x":[ ]}',
  '{\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [ { "type": "command", "command": "a" } ] }\n    ]\n  },\n  "model": "x"\n}\n',
];

function without({ hooks: _, ...rest }: Record<string, unknown>): unknown {
  return rest;
}
