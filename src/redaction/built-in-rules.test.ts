import { describe, expect, it } from 'vitest';
import { builtInRules } from './built-in-rules.js';
import { redactionRules } from './redaction-rules.js';
import { Redactor } from './redactor.js';
import { awkRule } from './translation/awk-rule.js';
import { translatePattern } from './translation/translate-pattern.js';

const redactor = new Redactor(redactionRules());

/** So long and so mixed; made here, so that no scanner takes this file for a leak. */
function filler(length: number): string {
  return 'aB3xY9kQ7'.repeat(12).slice(0, length);
}

const upper = filler(60).toUpperCase();

describe('the built-in rules', () => {
  it.each([
    ['muxwright-token', `mux_0123456789ab_${filler(43)}`],
    ['anthropic-key', `sk-ant-api03-${filler(80)}-_x`],
    ['anthropic-key', `sk-ant-oat01-${filler(40)}`],
    ['openai-key', `sk-proj-${filler(60)}_${filler(20)}`],
    ['openai-key', `sk-svcacct-${filler(40)}`],
    ['openai-legacy-key', `sk-${filler(48)}`],
    ['google-key', `AIza${filler(35)}`],
    ['google-access-token', `ya29.${filler(60)}`],
    ['github-token', `ghp_${filler(36)}`],
    ['github-token', `gho_${filler(36)}`],
    ['github-token', `ghu_${filler(36)}`],
    ['github-token', `ghs_${filler(36)}`],
    ['github-token', `ghr_${filler(36)}`],
    ['github-fine-grained-token', `github_pat_${filler(22)}_${filler(59)}`],
    ['gitlab-token', `glpat-${filler(20)}`],
    ['aws-access-key-id', `AKIA${upper.slice(0, 16)}`],
    ['aws-access-key-id', `ASIA${upper.slice(0, 16)}`],
    ['slack-token', `xoxb-${'1234567890'}-${filler(24)}`],
    ['slack-app-token', `xapp-1-${filler(30)}`],
    ['stripe-key', `sk_live_${filler(24)}`],
    ['stripe-key', `rk_test_${filler(24)}`],
    ['stripe-webhook-secret', `whsec_${filler(32)}`],
    ['npm-token', `npm_${filler(36)}`],
    ['pypi-token', `pypi-${filler(90)}`],
    ['hugging-face-token', `hf_${filler(34)}`],
    ['sendgrid-key', `SG.${filler(22)}.${filler(43)}`],
    ['json-web-token', `eyJ${filler(33)}.eyJ${filler(50)}.${filler(43)}`],
  ])('hide a token by its shape: %s', (name, token) => {
    expect(builtInRules.rules.map((rule) => rule.name)).toContain(name);
    expect(redactor.line(`it is ${token}, keep it safe`)).toBe('it is ****, keep it safe');
    expect(redactor.line(token)).toBe('****');
  });

  it.each([
    ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer ****'],
    ['authorization: basic dXNlcjpwYXNz', 'authorization: basic ****'],
    [
      "curl -H 'Authorization: token abcd1234' https://x.test",
      "curl -H 'Authorization: token ****' https://x.test",
    ],
    ['{"authorization":"Bearer abc.def"}', '{"authorization":"Bearer ****"}'],
    [`got bearer ${filler(30)} back`, 'got bearer **** back'],
    ['password=hunter2', 'password=****'],
    ['PASSWORD: hunter2', 'PASSWORD: ****'],
    ['passwd: x', 'passwd: ****'],
    ['export DB_PASSWORD=correct-horse # secret', 'export DB_PASSWORD=**** # secret'],
    ['mysql --password=a&b;c -u root', 'mysql --password=**** -u root'],
    ['password = "two words" and more', 'password = "****" and more'],
    ["passphrase: 'it is \\' quoted' end", "passphrase: '****' end"],
    ['{"user":"me","password": "a \\"b\\" c","x":1}', '{"user":"me","password": "****","x":1}'],
    ['"{\\"password\\":\\"abc\\"}"', '"{\\"password\\":\\"****"'],
    ['password: pässwörd🔑 end', 'password: **** end'],
    ['smtp_pass=abc', 'smtp_pass=****'],
    ['secret=abcd', 'secret=****'],
    ['token=abcd1234&next=1 rest', 'token=**** rest'],
    ['api_key=abcd', 'api_key=****'],
    ['X-Api-Key: abcd1234', 'X-Api-Key: ****'],
    ["apiKey: 'abc'", "apiKey: '****'"],
    ['client_secret => "abc"', 'client_secret => "****"'],
    ['AWS_SECRET_ACCESS_KEY=wJalr/abc+def', 'AWS_SECRET_ACCESS_KEY=****'],
    ['aws_secret_access_key = wJalr1/abc+def', 'aws_secret_access_key = ****'],
    ['GITHUB_TOKEN=abc', 'GITHUB_TOKEN=****'],
    ['your token: abc123def456', 'your token: ****'],
    ['postgres://me:s3cret@db.test/x', 'postgres://me:****db.test/x'],
    ['redis://:p@ss@cache:6379', 'redis://:****cache:6379'],
  ])('hide a value by what stands in front of it: %s', (line, expected) => {
    expect(redactor.line(line)).toBe(expected);
  });

  it.each([
    'password: ',
    'Password:',
    '[sudo] password for me: ',
    'Enter your token: ',
    'token count = 5 words',
    'tokens: 51234567',
    'tokens used = 1234567890',
    'token: string;',
    'const token = getToken();',
    'secret: true',
    '  token: 512',
    'the secret is out: everyone knows',
    'PWD=/home/me',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    '550e8400-e29b-41d4-a716-446655440000',
    'task-550e8400e29b41d4a716446655440000',
    'disk-image-of-the-whole-machine-2025-01-24.img',
    'https://example.test:8080/path?x=1#y@z',
    'git@github.test:me/repo.git',
    'user@host:/path/to/file',
    'bearer of bad news',
    'Bearer authentication-is-required-for-this',
    `data:image/png;base64,iVBORw0KGgo${Buffer.from('an image of something').toString('base64').repeat(20)}`,
    `sha512-${Buffer.from('x'.repeat(64)).toString('base64')}`,
    'npm_config_cache=/tmp/x',
    'skip-list sk-learn ask-me-anything-about-this-and-that-or-other',
    'gho_st',
    'hf_hub',
    'AKIAnot',
    'xox',
  ])('leave ordinary text alone: %s', (line) => {
    expect(redactor.line(line)).toBe(line);
  });

  it('hide private keys as a whole', () => {
    const key = [
      '-----BEGIN OPENSSH PRIVATE KEY-----',
      filler(64),
      filler(10),
      '-----END OPENSSH PRIVATE KEY-----',
    ];
    const pgp = [
      '-----BEGIN PGP PRIVATE KEY BLOCK-----',
      '',
      filler(64),
      '-----END PGP PRIVATE KEY BLOCK-----',
    ];
    const text = ['before', ...key, 'between', ...pgp, 'after'].join('\n');
    expect(redactor.text(text)).toBe(
      ['before', '****', '****', '****', '****', 'between', '****', '****', '****', '****', 'after'].join(
        '\n',
      ),
    );
    const certificate =
      '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n-----BEGIN PUBLIC KEY-----';
    expect(redactor.text(certificate)).toBe(certificate);
  });

  it.each(builtInRules.rules)('are known to perl and awk: $name', (rule) => {
    expect(translatePattern(rule.pattern, 'perl').source).not.toBe('');
    const { careful, literals } = awkRule(rule);
    expect(literals).toBeDefined();
    // A boundary is left out in awk; all others match in one way only.
    expect(careful).toBe(rule.name === 'openai-legacy-key');
    if (rule.prefix) expect(rule.prefix.flags).toBe(rule.pattern.flags);
  });

  it.each(builtInRules.blocks)('are known to perl and awk: $name', ({ begin, end }) => {
    for (const pattern of [begin, end]) {
      for (const dialect of ['perl', 'awk'] as const)
        expect(translatePattern(pattern, dialect).literals).toBeDefined();
    }
  });
});
