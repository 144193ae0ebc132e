import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { eventually } from '../agents/asking-agent.js';
import { builtMux } from '../cli/built-mux.js';
import { noUserManager, UserManager } from './user-manager.js';

const deploy = fileURLToPath(new URL('../../../deploy', import.meta.url));
const long = { timeout: 300_000 };

/** The service of `deploy/`, with a home of its own and the mux of this checkout. */
async function install(manager: UserManager, hardened = false): Promise<void> {
  const units = join(manager.home, '.config/systemd/user');
  const { bin } = await builtMux();
  await copyFile(join(deploy, 'muxwright.service'), join(units, 'muxwright.service'));
  await mkdir(join(units, 'muxwright.service.d'), { recursive: true });
  const environment = [`PATH=${bin}:${process.env.PATH}`, `TMUX_TMPDIR=${manager.home}`].map(
    (each) => `Environment="${each}"\n`,
  );
  await writeFile(join(units, 'muxwright.service.d/test.conf'), `[Service]\n${environment.join('')}`);
  if (hardened)
    await copyFile(join(deploy, 'hardened.conf'), join(units, 'muxwright.service.d/hardened.conf'));
  await manager.run('systemctl --user daemon-reload');
}

const ASK = `fetch(process.argv[1], { method: 'POST', headers: { authorization: 'Bearer ' + process.argv[2], 'content-type': 'application/json' }, body: process.argv[3] }).then(async (r) => { console.log(await r.text()); process.exit(r.ok ? 0 : 1); }, () => process.exit(1))`;

/** An operation of the server, over HTTP. */
async function call(manager: UserManager, name: string, input: object): Promise<Record<string, unknown>> {
  const token = (await readFile(join(manager.home, '.local/state/muxwright/server-token'), 'utf8')).trim();
  const env = { SCRIPT: ASK, TOKEN: token, INPUT: JSON.stringify(input) };
  const url = `http://127.0.0.1:4747/api/operations/${name}`;
  return JSON.parse(await manager.run(`node -e "$SCRIPT" '${url}' "$TOKEN" "$INPUT"`, env));
}

async function answers(manager: UserManager): Promise<void> {
  const ask = `fetch('http://127.0.0.1:4747/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))`;
  await eventually(() =>
    manager.run('node -e "$SCRIPT"', { SCRIPT: ask }).then(
      () => true,
      () => undefined,
    ),
  );
}

describe.skipIf(noUserManager() !== undefined)('the systemd unit', () => {
  it.each([false, true])('is one that systemd takes, hardened: %s', long, async (hardened) => {
    await using manager = await UserManager.start();
    await install(manager, hardened);
    expect(await manager.run('systemd-analyze --user verify muxwright.service 2>&1')).toBe('');
  });

  it('limits and confines nothing that panes would inherit', long, async () => {
    await using manager = await UserManager.start();
    await install(manager);
    const shown = await manager.run(
      'systemctl --user show muxwright -p MemoryHigh -p MemoryMax -p OOMPolicy -p NoNewPrivileges -p LockPersonality -p RestrictRealtime -p SystemCallArchitectures -p UMask',
    );
    expect(shown.split('\n').sort()).toEqual([
      'LockPersonality=no',
      'MemoryHigh=infinity',
      'MemoryMax=infinity',
      'NoNewPrivileges=no',
      'OOMPolicy=continue',
      'RestrictRealtime=no',
      'SystemCallArchitectures=',
      'UMask=0022',
    ]);
  });

  it(
    'starts tmux in a scope of its own, which outlives restart, kill and stop of the service',
    long,
    async () => {
      await using manager = await UserManager.start();
      await install(manager);
      await manager.run('systemctl --user start muxwright');
      await answers(manager);
      const { id } = await call(manager, 'run.start', { command: 'exec sleep 100000' });
      const inTmux = (format: string): Promise<string> =>
        manager.run(`tmux display-message -p '${format}'`, { TMUX_TMPDIR: manager.home });
      const server = await inTmux('#{pid}');
      const cgroups = await readFile(`/proc/${server}/cgroup`, 'utf8');
      expect(cgroups).toMatch(/\.scope$/m);
      expect(cgroups).not.toContain('muxwright.service');
      // What sudo needs.
      expect(await readFile(`/proc/${server}/status`, 'utf8')).toMatch(/^NoNewPrivs:\s+0$/m);

      await manager.run('systemctl --user restart muxwright');
      await answers(manager);
      expect(await call(manager, 'run.status', { run: id })).toMatchObject({ state: 'running' });
      // As the kernel does where a cgroup as a whole is out of memory; then the service is started again.
      await manager.run('systemctl --user kill --kill-who=all --signal=KILL muxwright');
      await eventually(async () =>
        (await manager.run('systemctl --user show muxwright -p NRestarts --value')) === '1'
          ? true
          : undefined,
      );
      await answers(manager);
      expect(await call(manager, 'run.status', { run: id })).toMatchObject({ state: 'running' });
      await manager.run('systemctl --user stop muxwright');
      expect(await inTmux('#{pid}')).toBe(server);
      expect(await manager.run('systemctl --user show muxwright -p ActiveState --value')).toBe('inactive');
    },
  );
});
