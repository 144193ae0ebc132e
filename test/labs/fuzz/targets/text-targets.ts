import { readFileSync } from 'node:fs';
import { addHooks, removeHooks } from '../../../../src/agents/hooks/claude-settings.js';
import { addNotify, removeNotify } from '../../../../src/agents/hooks/codex-config.js';
import { parseHookFile } from '../../../../src/agents/hooks/parse-hook.js';
import { type CommandLine, parseArguments } from '../../../../src/cli/parse-arguments.js';
import { parseConfig } from '../../../../src/config/parse-config.js';
import { parseTranscriptLine } from '../../../../src/conversations/transcript-line.js';
import { parseSshConfig } from '../../../../src/hosts/ssh/ssh-config.js';
import { parseProbe } from '../../../../src/hosts/waiting/probe-script.js';
import { readResourceUri } from '../../../../src/mcp/resources/resource-address.js';
import { parseHostAddress } from '../../../../src/model/host-address.js';
import { parseHistoryCursor } from '../../../../src/operations/panes/history-cursor.js';
import { parseProfile } from '../../../../src/panes/profiles/parse-profile.js';
import { LinearPattern } from '../../../../src/patterns/linear-pattern.js';
import { CastDecoder } from '../../../../src/recorder/cast/cast-decoder.js';
import { parseEnding } from '../../../../src/recorder/run-ending.js';
import { readTraceparent } from '../../../../src/server/observability/tracing/span.js';
import { parsePair } from '../../../../src/sessions/session-name.js';
import { readOscSignal } from '../../../../src/status/read-osc-signal.js';
import { parseCursor } from '../../../../src/store/run-filter.js';
import { checkKey } from '../../../../src/tmux/keys.js';
import { parseNotification } from '../../../../src/tmux/notification.js';
import { parseCapabilityTags } from '../../../../src/workspace/tags/parse-capability-tags.js';
import type { FuzzTarget } from '../fuzz-target.js';

const HOOK = JSON.stringify({
  hook_event_name: 'Notification',
  session_id: 'a1',
  transcript_path: '/home/me/.claude/projects/x/a1.jsonl',
  cwd: '/work',
  message: 'Claude needs your permission to use Bash',
});
const TRANSCRIPT = JSON.stringify({
  type: 'user',
  uuid: 'u1',
  message: {
    content: [
      { type: 'text', text: '<command-name>/x</command-name>' },
      { type: 'tool_use', input: {} },
    ],
  },
});
/** Small ones of those that are shipped. */
const PROFILES = ['generic', 'pi', 'continue'].map((name) =>
  readFileSync(new URL(`../../../../profiles/${name}.yaml`, import.meta.url), 'utf8'),
);
const JSON_TOKENS = ['[', '{"a":', '{', '"', '\\u', ',', ':', '1e', 'null', ']', '}'];
const YAML_TOKENS = [
  '- ',
  '[',
  '{',
  '&a ',
  '*a ',
  '!!js ',
  '? ',
  ': ',
  '|\n',
  '>-\n',
  '<<: *a\n',
  '  ',
  '\n',
];

const COMMAND_LINE: CommandLine = {
  name: 'run',
  options: [
    { name: 'host', letter: 'H', value: 'ADDRESS', description: 'where' },
    { name: 'json', description: 'as JSON' },
    { name: 'env', value: 'K=V', kind: 'pair', repeatable: true, description: 'a variable' },
  ],
  operands: [{ name: 'NAME' }],
  runs: 'optional',
};

/** Texts that somebody else wrote: files, arguments, requests. */
export const textTargets: readonly FuzzTarget[] = [
  {
    name: 'a host address',
    seeds: ['local', 'docker://box', 'ssh://me@host:22?socket=work', 'ssh://[::1]:2222'],
    tokens: ['ssh://', 'docker://', '?socket=', '@', ':', '[', ']', '%20'],
    take: (input) => parseHostAddress(String(input)),
  },
  {
    name: 'a regular expression, and a text for it',
    seeds: [
      '^(a+)+$\naaaaaaaaaaaa!',
      '(?<name>\\w+)=[^\\s]{3,}\nkey=value',
      '(a|b|ab)*c(?=d)\nababcd',
      '\\p{L}+\né',
    ],
    tokens: [
      '(',
      ')',
      '[',
      ']',
      '{1,1000}',
      '*',
      '+',
      '?',
      '|',
      '\\w',
      '\\p{L}',
      '(?:',
      '(?=',
      '(?<n>',
      '\\1',
      '$',
      '^',
      'a',
    ],
    take: (input) => {
      const [source = '', ...text] = String(input).split('\n');
      new LinearPattern(source).exec(text.join('\n'));
    },
    refusals: [SyntaxError],
  },
  {
    name: 'capability tags',
    seeds: [
      '<capability name="tmux" action="send" pane="0.0" command="ls &amp; x" />',
      'text <capability name=\'tmux\' action="read">body</capability> ```<capability/>``` <!-- <capability -->',
    ],
    tokens: [
      '<capability ',
      '/>',
      '</capability>',
      '<!--',
      '-->',
      '&amp;',
      '&#x41;',
      '="',
      "'",
      'name=',
      'action=',
    ],
    take: (input) => parseCapabilityTags(String(input)),
  },
  {
    name: 'muxwright.yaml',
    seeds: [
      'tmux_bridge:\n  text_enter_delay_ms: 80\nserver:\n  port: 4747\n',
      'recordings:\n  max_age: 30d\nstore: {url: "sqlite:x"}\n',
    ],
    tokens: YAML_TOKENS,
    take: (input) => parseConfig(String(input), 'muxwright.yaml'),
  },
  {
    name: 'a profile',
    seeds: PROFILES,
    tokens: [...YAML_TOKENS, 'pattern: "(a+)+$"', 'states:', 'dialogs:'],
    take: (input) => parseProfile(String(input), 'mine.yaml'),
  },
  {
    name: 'a file of the hook script',
    seeds: [`{"event":"Notification","pid":7,"tmux":"/tmp/x,1,0","pane":"%1"}\n${HOOK}`],
    tokens: [...JSON_TOKENS, '\n'],
    take: (input) => parseHookFile(input, new Date(0)),
  },
  {
    name: 'a line of a transcript',
    seeds: [TRANSCRIPT, '{"type":"response_item","payload":{"type":"message","role":"user","content":[]}}'],
    tokens: [...JSON_TOKENS, '<command-name>', '</command-name>', '<command-args>', '<system-reminder>'],
    take: (input) => parseTranscriptLine(String(input)),
  },
  {
    name: 'the settings of Claude Code',
    seeds: [
      '{\n  // mine\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}\n}\n',
      '{}',
      '',
    ],
    tokens: [...JSON_TOKENS, '"hooks"', '// x\n', '/* x */'],
    take: (input) => removeHooks(addHooks(String(input), '/x/hook.sh', 'settings.json'), 'settings.json'),
  },
  {
    name: 'the configuration of Codex',
    seeds: ['notify = ["x", "y"]\n[tui]\nnotifications = true\n', 'model = """a\nb"""\n', ''],
    tokens: ['[', ']', '[[', '"""', "'''", '=', '#', '\\U0001f600', '{', '}', 'notify = ', '\n'],
    take: (input) => removeNotify(addNotify(String(input), '/x/hook.sh', 'config.toml', true), 'config.toml'),
  },
  {
    name: 'a recording',
    seeds: [
      '{"version":2,"width":80,"height":24}\n[0.1,"o","hi\\r\\n"]\n[0.2,"r","100x30"]\n',
      '{"version":3,"term":{"cols":80,"rows":24}}\n[0.1,"o","x"]\n[1,"m","mark"]\n',
    ],
    tokens: [...JSON_TOKENS, '\n', '"version":', '"o"', '"r"', '1e9x1e9', '#'],
    take: (input) => {
      const decoder = new CastDecoder('x.cast');
      for (const line of String(input).split('\n')) decoder.push(line);
    },
  },
  {
    name: 'an OSC of a program',
    seeds: ['7501;state=working:app=x:title=aGk=', '133;D;0', '9;4;1;50', '2;title', '7501;?'],
    tokens: ['7501;', 'state=', 'blocked', ':', ';', 'id=', '/', 'msg=', '=', 'progress=101'],
    take: (input) => readOscSignal(String(input)),
  },
  {
    name: 'a notification of tmux',
    seeds: [
      '%output %1 hi\\015\\012',
      '%extended-output %1 5 : x',
      '%layout-change @1 b25d,80x24,0,0,1 x *',
      '%exit',
    ],
    tokens: ['%', '\\015', '\\', ' ', '%output ', '@', '$', ' : '],
    take: (input) => parseNotification(String(input)),
  },
  {
    name: 'how a run ended',
    seeds: ['0 1700000000 proof\n', '179 SIGKILL x\n', '124\n'],
    tokens: ['0', ' ', '\n', '-1', '999', 'timeout'],
    take: (input) => {
      const text = String(input);
      return parseEnding({ exit: text, marks: text, fault: text, record: text }, 'commitment');
    },
  },
  {
    name: 'what the kernel says of a terminal',
    seeds: ['== 1\n1 (sh) S 0 1 1 34816 1\n', 'modes icanon echo\n', 'x'],
    tokens: ['== ', '(', ')', ' S ', '\n', '/dev/pts/1', '34816'],
    take: (input) => parseProbe(input),
  },
  {
    name: 'what ssh -G says',
    seeds: ['hostname box\nport 22\nuser me\ncontrolpath none\n'],
    tokens: ['hostname ', 'port ', '\n', ' ', '99999999'],
    take: (input) => parseSshConfig(String(input)),
  },
  {
    name: 'words of a command line',
    seeds: ['run\n--host\nlocal\n--\nls\n-l', 'send\nx\n--no-enter', '--json=1\n-5'],
    tokens: ['--', '-', '=', '--host', '\n', '--no-', '-x'],
    take: (input) => parseArguments(String(input).split('\n'), COMMAND_LINE),
  },
  {
    name: 'small words: cursors, keys, pairs, addresses of resources, trace headers',
    seeds: [
      'C-c',
      'h1.100.abcdef',
      'a-b',
      'muxwright://run/x/log?cursor=1',
      `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    ],
    tokens: ['C-', 'M-', '.', '-', 'muxwright://pane/', '%25', '?host=', '00-'],
    take: (input) => {
      const text = String(input);
      for (const read of [checkKey, parseHistoryCursor, parsePair, parseCursor, readResourceUri])
        quietly(() => read(text));
      readTraceparent(text);
    },
  },
];

/** One that refuses must not keep the others from their turn. */
function quietly(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Error && error.name === 'MuxError')) throw error;
  }
}
