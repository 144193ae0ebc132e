// node scripts/release.mjs: checks that this version can be released, packs it, tries what was packed, and says what is
// left to do. It publishes nothing.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './lib/build.mjs';
import { main, Refusal, root, say } from './lib/project.mjs';
import { releaseProblems } from './lib/release-problems.mjs';
import { collect } from './lib/run.mjs';

await main(async () => {
  await build({ anew: true });
  const folder = mkdtempSync(join(tmpdir(), 'muxwright-release-'));
  try {
    const [packed] = JSON.parse(await npm('pack', '--json', '--silent', '--pack-destination', folder));
    const { version } = JSON.parse(text('package.json'));
    const problems = releaseProblems({
      version,
      lockVersion: JSON.parse(text('package-lock.json')).version,
      changelog: text('CHANGELOG.md'),
      tags: (await git('tag', '--list')).split('\n'),
      status: (await git('status', '--porcelain')).trim(),
      branch: (await git('branch', '--show-current')).trim(),
      files: packed.files.map(({ path }) => path),
    });
    if (problems.length > 0)
      throw new Refusal(`${version} cannot be released:\n${problems.map((one) => `  - ${one}`).join('\n')}`);
    await npm(
      'install',
      '--silent',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      join(folder, packed.filename),
    );
    const printed = await must(join(folder, 'node_modules', '.bin', 'mux'), 'version');
    if (printed.trim() !== version)
      throw new Refusal(`what was packed prints version ${printed.trim()}, and not ${version}.`);
    say(`${version} is ready: ${packed.files.length} files, ${packed.size} bytes. Now:`);
    console.log(`  git tag -s v${version} -m v${version} && git push origin v${version}\n  npm publish`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const text = (name) => readFileSync(`${root}/${name}`, 'utf8');
const git = (...args) => must('git', '-C', root, ...args);
const npm = (...args) => must('npm', ...args);

async function must(command, ...args) {
  const { code, output } = await collect(command, args, {
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  if (code !== 0) throw new Refusal(`${command} ${args.join(' ')} failed:\n${output}`);
  return output;
}
