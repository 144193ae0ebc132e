import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { debianImage } from '../../../src/testing/debian-image.js';
import { dockerContext } from '../docker-context.js';

const run = promisify(execFile);

/** The docker of the command line, on the engine of the tests; what it prints. */
export async function docker(...args: readonly string[]): Promise<string> {
  const { engine } = dockerContext();
  // The builder that is in the engine itself; the other one is a plugin that may be missing.
  const env = { ...process.env, DOCKER_HOST: engine, DOCKER_BUILDKIT: '0' };
  const { stdout } = await run('docker', args, { env, maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

/**
 * Builds `deploy/Dockerfile` on the base image. What takes long and changes seldom, the packages of npm and of Debian, is
 * kept in the engine from one test run to the next; the rest is removed with the result.
 */
export async function deployImage(root: string, name: string): Promise<AsyncDisposable> {
  const base = await baseImage();
  const build = [
    'build',
    '--network=host',
    '--build-arg',
    `BASE=${base}`,
    '--file',
    `${root}/deploy/Dockerfile`,
  ];
  for (const stage of ['packages', 'system']) {
    const kept = `muxwright-deploy-${stage}`;
    const before = await docker('images', '--quiet', '--no-trunc', kept);
    await docker(...build, '--target', stage, '--tag', kept, root);
    const after = await docker('images', '--quiet', '--no-trunc', kept);
    if (before !== '' && before !== after) await docker('rmi', '--force', before).catch(() => {});
  }
  const told = await docker(...build, '--tag', name, root);
  return {
    [Symbol.asyncDispose]: async () => {
      await docker('rmi', '--force', name).catch(() => {});
      for (const id of madeBy(told).reverse()) await docker('rmi', '--force', id).catch(() => {});
    },
  };
}

/** The images that the steps of a build have made: each step ends with ` ---> ID`, and says first if it has been kept. */
function madeBy(told: string): string[] {
  const steps = told.split(/^Step /m).filter((step) => !step.includes('---> Using cache'));
  return steps.flatMap((step) =>
    /^FROM/.test(step.replace(/^\S+ : /, '')) ? [] : (/ ---> ([0-9a-f]{12})\s*$/m.exec(step)?.[1] ?? []),
  );
}

/**
 * An image to build on where none can be pulled: Debian, with the Node, the npm and the registry of this machine, and the
 * user that the images of Node have.
 */
async function baseImage(): Promise<string> {
  const { engine, cacheFolder } = dockerContext();
  const debian = await debianImage('bookworm', { engine, cacheFolder });
  const folder = await mkdtemp(join(tmpdir(), 'mux-base-'));
  try {
    const npm = resolve(
      dirname((await run('sh', ['-c', 'readlink -f "$(command -v npm)"'])).stdout.trim()),
      '..',
    );
    const setting = async (name: string): Promise<string> =>
      (await run('npm', ['config', 'get', name], { cwd: folder })).stdout.trim();
    const [registry, cafile] = [await setting('registry'), await setting('cafile')];
    await cp(process.execPath, join(folder, 'node'), { dereference: true });
    await cp(npm, join(folder, 'npm'), { recursive: true, dereference: true });
    const authorities = ['null', 'undefined', ''].includes(cafile)
      ? '/etc/ssl/certs/ca-certificates.crt'
      : cafile;
    await cp(authorities, join(folder, 'authorities.pem'), { dereference: true });
    await writeFile(join(folder, 'npmrc'), `registry=${registry}\ncafile=/usr/local/etc/authorities.pem\n`);
    await writeFile(join(folder, 'Dockerfile'), dockerfile(debian));
    await docker('build', '--quiet', '--network=host', '--tag', NAME, folder);
    return NAME;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NAME = 'muxwright-node-base';

function dockerfile(debian: string): string {
  return `FROM ${debian}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc authorities.pem /usr/local/etc/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --create-home node
`;
}
