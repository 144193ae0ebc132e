import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Refusal, root, say } from './project.mjs';
import { collect } from './run.mjs';

const manifest = JSON.parse(readFileSync(`${root}/test/agents/manifest.json`, 'utf8'));
const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const folder = process.env.MUXWRIGHT_AGENTS_DIR || join(cache, 'muxwright', 'agents');

/** Installs the agents that the tests drive, each in a folder of its own outside the repository, unless it is there. */
export async function installAgents() {
  for (const [name, { package: packageName, version, program }] of Object.entries(manifest)) {
    const place = join(folder, `${name}-${version}`);
    if (existsSync(join(place, 'node_modules', '.bin', program))) continue;
    const startedAt = performance.now();
    // Only a whole installation gets the name that it is looked for under.
    const unfinished = `${place}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    try {
      await npmInstall(unfinished, `${packageName}@${version}`);
      await checkVersion(join(unfinished, 'node_modules', '.bin', program), version);
      rmSync(place, { recursive: true, force: true });
      renameSync(unfinished, place);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
    say(`installed ${packageName} ${version} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  }
}

async function npmInstall(prefix, what) {
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await collect('npm', ['install', '--prefix', prefix, ...quiet, what], {
    cwd: prefix,
  });
  if (code !== 0) throw new Refusal(`npm could not install ${what}.\n\n${output}`);
}

/** A package that came without the binary of this platform is found out here and not in the middle of a test. */
async function checkVersion(program, version) {
  const { code, output } = await collect(program, ['--version']);
  if (code !== 0 || !output.includes(version)) {
    throw new Refusal(
      `${program} does not work: it should be version ${version} and says '${output.trim()}'.`,
    );
  }
}
