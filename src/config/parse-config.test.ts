import { describe, expect, it } from 'vitest';
import { agentsDefaults } from './agents-config.js';
import { parseConfig } from './parse-config.js';
import { recordingsDefaults } from './recordings-config.js';
import { runsDefaults } from './runs-config.js';
import { serverConfigDefaults } from './server-config.js';
import { storeConfigDefaults } from './store-config.js';
import { workspacePlaceDefaults } from './workspace-place.js';

describe('the section tmux_bridge', () => {
  it('sets the interval of checks, the time for a command and the delays [B49]', () => {
    const text = `tmux_bridge:
  health_check_interval: 10
  subprocess_timeout: 2.5
  text_enter_delay_ms: 80
  sequential_send_delay_ms: 50
  clear_delay_ms: 20
  max_enter_retries: 1
  profiles: [./mine, /etc/profiles]
`;
    expect(parseConfig(text, '/project/muxwright.yaml')).toEqual({
      healthCheckIntervalMs: 10_000,
      subprocessTimeoutMs: 2_500,
      textEnterDelayMs: 80,
      sequentialSendDelayMs: 50,
      clearDelayMs: 20,
      maxEnterRetries: 1,
      profileFolders: ['/project/mine', '/etc/profiles'],
      recordings: recordingsDefaults,
      runs: runsDefaults,
      server: serverConfigDefaults,
      store: storeConfigDefaults,
      workspace: workspacePlaceDefaults,
    });
  });

  it('leaves what it does not name at 30 s, 5 s, 120 ms and 150 ms [B49]', () => {
    const defaults = {
      healthCheckIntervalMs: 30_000,
      subprocessTimeoutMs: 5_000,
      textEnterDelayMs: 120,
      sequentialSendDelayMs: 150,
    };
    for (const text of [
      '',
      '# nothing\n',
      'tmux_bridge:\n',
      'tmux_bridge: {}\n',
      'tmux_bridge:\n  profiles:\n',
    ]) {
      expect(parseConfig(text, 'x.yaml')).toMatchObject(defaults);
    }
    const some = parseConfig('tmux_bridge: { text_enter_delay_ms: 7 }', 'x.yaml');
    expect(some).toEqual({
      ...agentsDefaults,
      textEnterDelayMs: 7,
      recordings: recordingsDefaults,
      runs: runsDefaults,
      server: serverConfigDefaults,
      store: storeConfigDefaults,
      workspace: workspacePlaceDefaults,
    });
  });

  it.each([
    [`'30s'`, 30_000],
    [`'150ms'`, 150],
    [`2m`, 120_000],
    ['0.5', 500],
  ])('understands the time %s', (written, ms) => {
    const text = `tmux_bridge:\n  health_check_interval: ${written}\n`;
    expect(parseConfig(text, 'x.yaml').healthCheckIntervalMs).toBe(ms);
  });

  it.each([
    [
      'tmux_bridge:\n  text_enter_delay: 3\n',
      2,
      "'text_enter_delay' is not a setting",
      "'text_enter_delay_ms'",
    ],
    ['tmux_bridge:\n  # a\n  healthCheckInterval: 3\n', 3, 'is not a setting', "'health_check_interval'"],
    [
      'tmux_bridge:\n  colour: red\n',
      2,
      "'colour' is not a setting",
      'The keys here are health_check_interval,',
    ],
    ['tmux_bridges:\n  x: 1\n', 1, "'tmux_bridges' is not a section", "'tmux_bridge'"],
  ])('names the unknown key of %j, its line, and what may be meant', (text, line, message, suggestion) => {
    expect(() => parseConfig(text, '/etc/x.yaml')).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: expect.stringMatching(new RegExp(`^/etc/x\\.yaml:${line}: .*${message}`)),
        suggestion: expect.stringContaining(suggestion),
      }),
    );
  });

  it.each([
    ['health_check_interval: soon', 'health_check_interval is a time from 0.1 to 86400 seconds', '"soon"'],
    ['health_check_interval: 0', 'such as 30', 'and not 0'],
    ['subprocess_timeout: -1', 'subprocess_timeout is a time', 'and not -1'],
    ['text_enter_delay_ms: [1]', "such as 150 or '150ms'", 'and not [1]'],
    ['text_enter_delay_ms: .nan', 'text_enter_delay_ms is a time', 'and not'],
    ['sequential_send_delay_ms: 1e9', 'sequential_send_delay_ms is a time', '1000000000'],
    ['max_enter_retries: 1.5', 'a whole number from 0 to 20', '1.5'],
    ['profiles: [a, 3]', 'a folder, or a list of folders', '["a",3]'],
    ['profiles: { a: 1 }', 'a folder, or a list of folders', '{"a":1}'],
  ])('refuses %j and says what would do', (line, what, value) => {
    const failure = failureOf(`tmux_bridge:\n  ${line}\n`);
    expect(failure).toMatchObject({ code: 'CONFIG_INVALID' });
    expect(failure.message).toMatch(/^x\.yaml:2: /);
    expect(failure.message).toContain(what);
    expect(failure.message).toContain(value);
  });

  it.each(['tmux_bridge: [', 'tmux_bridge:\n\t- x', 'a: 1\na: 2', '- 1\n', '7', 'tmux_bridge: 7'])(
    'refuses %j, which is not such a file',
    (text) => {
      expect(failureOf(text)).toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringMatching(/^x\.yaml:\d+: /),
      });
    },
  );

  it('tells all mistakes at once', () => {
    const failure = failureOf('tmux_bridge:\n  a: 1\n  subprocess_timeout: x\n');
    expect(failure.message).toContain('(and 1 more)');
    expect(failure.details.problems).toMatchObject([
      { line: 2, key: 'a' },
      { line: 3, key: 'subprocess_timeout' },
    ]);
  });
});

describe('the section runs', () => {
  it('sets what a server keeps of ended runs; false switches a limit off', () => {
    const text = 'runs:\n  max_age: 7d\n  max_runs: 500\n  max_total_bytes: false\n';
    expect(parseConfig(text, 'x.yaml').runs).toEqual({
      maxAgeMs: 7 * 86_400_000,
      maxRuns: 500,
      maxTotalBytes: undefined,
    });
    expect(parseConfig('runs:\n', 'x.yaml').runs).toEqual(runsDefaults);
  });

  it.each([
    ['max_age: 0', 'max_age is a number of days'],
    ['max_age: true', 'max_age is a number of days'],
    ['max_runs: -1', 'max_runs is a whole number of runs, or false'],
    ['max_total_bytes: 1.5', 'max_total_bytes is a whole number of bytes, or false'],
  ])('refuses %s', (line, message) => {
    expect(failureOf(`runs:\n  ${line}\n`).message).toContain(message);
  });
});

describe('the section recordings', () => {
  it('sets whether every run is recorded, and how', () => {
    const text = 'recordings:\n  every_run: true\n  format: v3\n  max_bytes: 1000000\n';
    expect(parseConfig(text, 'x.yaml')).toEqual({
      ...agentsDefaults,
      recordings: { everyRun: true, format: 'v3', maxBytes: 1_000_000 },
      runs: runsDefaults,
      server: serverConfigDefaults,
      store: storeConfigDefaults,
      workspace: workspacePlaceDefaults,
    });
    expect(parseConfig('recordings:\n', 'x.yaml').recordings).toEqual(recordingsDefaults);
  });

  it.each([
    ['every_run: yes please', 'every_run is true or false, and not "yes please"'],
    ['format: gif', 'format is v2 or v3, and not "gif"'],
    ['max_bytes: 3', 'max_bytes is a whole number of bytes from 100000'],
    ['every_runs: true', "'every_runs' is not a setting of recordings"],
  ])('refuses %j and says what would do', (line, message) => {
    expect(failureOf(`recordings:\n  ${line}\n`).message).toContain(message);
  });
});

function failureOf(text: string): Error & { details: Record<string, unknown> } {
  try {
    parseConfig(text, 'x.yaml');
  } catch (error) {
    return error as Error & { details: Record<string, unknown> };
  }
  throw new Error('It was taken.');
}

describe('the section server', () => {
  it('sets how much is logged, where to listen, and under which names', () => {
    const text = 'server:\n  log_level: debug\n  allow_hosts: mux.example\n  listen: "::1"\n  port: 0\n';
    expect(parseConfig(text, 'x.yaml').server).toEqual({
      ...serverConfigDefaults,
      logLevel: 'debug',
      allowHosts: ['mux.example'],
      listen: '::1',
      port: 0,
    });
  });

  it('names hosts that tokens may reach, and limits what one token may have open', () => {
    const text = 'server:\n  hosts: [box, ssh://me@build]\n  max_connections: 5\n  max_streams: 9\n';
    expect(parseConfig(text, 'x.yaml').server).toEqual({
      ...serverConfigDefaults,
      hosts: ['docker://box', 'ssh://me@build'],
      maxConnections: 5,
      maxStreams: 9,
    });
  });

  it.each([
    [
      'hosts: ["ssh://"]',
      'hosts is the address of a host, such as ssh://user@host, or a list of them, and not ["ssh://"]',
    ],
    ['max_connections: 0', 'max_connections is a number from 1 to 100000, and not 0'],
    ['log_level: loud', 'log_level is one of silent, fatal, error, warn, info, debug, trace, and not "loud"'],
    ['port: 70000', 'port is a number from 0 to 65535, and not 70000'],
    ['allow_hosts: [1]', 'allow_hosts is a name, or a list of names, and not [1]'],
  ])('refuses %s', (line, message) => {
    expect(failureOf(`server:\n  ${line}\n`).message).toBe(`x.yaml:2: ${message}.`);
  });
});

describe('the section store', () => {
  it('names a database, this machine in it, and the key', () => {
    const text = 'store:\n  url: postgres://ann:pw@db/mux\n  machine: ann@web1\n  key_file: team.key\n';
    expect(parseConfig(text, '/etc/mux/x.yaml').store).toEqual({
      url: 'postgres://ann:pw@db/mux',
      machine: 'ann@web1',
      keyFile: '/etc/mux/team.key',
    });
  });

  it.each(['mysql://ann:canary@db/mux', 'postgres://ann:12/canary@db/mux', '[canary]', 'postgres//canary'])(
    'refuses a URL that cannot be understood, and does not repeat it: %s',
    (url) => {
      const failure = failureOf(`store:\n  url: ${url}\n`);
      expect(failure.message).toContain(
        'x.yaml:2: url is a URL such as postgres://user:password@host/database',
      );
      expect(JSON.stringify(failure.details) + failure.message).not.toContain('canary');
    },
  );

  it('refuses a machine that is not one word', () => {
    expect(failureOf('store:\n  machine: two words\n').message).toContain('machine is a name without spaces');
  });
});

describe('the section workspace', () => {
  it('names the workspace of calls that name none', () => {
    const line = 'workspace: { host: docker://sandbox, session: artie, folder: /workspace }';
    expect(parseConfig(line, 'muxwright.yaml').workspace).toEqual({
      host: 'docker://sandbox',
      session: 'artie',
      folder: '/workspace',
      startSuggestion: undefined,
    });
  });

  it.each([
    ['host: ssh://', "host is the address of a host, such as 'local' or 'docker://NAME'"],
    ['folder: work', 'folder is an absolute path on the host'],
    ['session: 7', 'session is the name of a tmux session'],
    ['start_suggestion: [a]', 'start_suggestion is a sentence'],
    ['hosts: local', "'hosts' is not a setting of workspace"],
  ])('refuses %s', (line, message) => {
    expect(failureOf(`workspace:\n  ${line}\n`).message).toContain(message);
  });
});
