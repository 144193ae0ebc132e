import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MuxError } from '../../model/index.js';
import { Keeper } from '../keeper.js';
import type { ScratchImageKind } from '../root-file-system.js';
import { clusterKeeper } from './cluster-keeper.js';
import { GrpcClient, type ProtoMessage } from './grpc-client.js';
import { imageArchive } from './image-archive.js';

const run = promisify(execFile);

/** What a container of a pod is made of. */
export interface ContainerSpec {
  readonly name: string;
  readonly image: ScratchImageKind;
  readonly command: readonly string[];
}

/** A container that was started: its id, and that of the sandbox it is in. */
export interface StartedContainer {
  readonly id: string;
  readonly sandbox: string;
}

/**
 * A containerd that has nothing to do with one of the machine, driven as a kubelet does: by the container runtime
 * interface. Pods share the network of this machine, so it needs no plugins for networks.
 */
export class Containerd {
  readonly #folder: string;
  readonly #group: string;
  readonly #keeper: Keeper;
  readonly #grpc: GrpcClient;
  readonly #images = new Map<ScratchImageKind, Promise<string>>();
  readonly #sandboxes = new Map<string, ProtoMessage>();

  private constructor(folder: string, group: string, keeper: Keeper) {
    this.#folder = folder;
    this.#group = group;
    this.#keeper = keeper;
    this.#grpc = new GrpcClient(join(folder, 'c.sock'));
  }

  /** The folder must have a short name: sockets lie in it. */
  static async start(program: string, folder: string): Promise<Containerd> {
    const group = `mux-${randomBytes(5).toString('hex')}`;
    for (const name of ['cni', 'root', 'state']) await mkdir(join(folder, name));
    await writeFile(join(folder, 'config.toml'), configuration(folder));
    const child = spawn('sh', ['-c', clusterKeeper, 'sh', folder, group, program], {
      // In its own process group: an interrupt at the keyboard is for us, and it has work to do then.
      detached: true,
      cwd: '/',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/local/sbin:/usr/sbin:/sbin` },
    });
    const keeper = new Keeper(child);
    const containerd = new Containerd(folder, group, keeper);
    try {
      await keeper.hold(keeper.said('running'));
      await containerd.#answers();
      await containerd.#image('busybox');
      return containerd;
    } catch (error) {
      await containerd.stop();
      throw error;
    }
  }

  /** Makes a sandbox, which is what a pod is to containerd. */
  async sandbox(namespace: string, pod: string): Promise<string> {
    const uid = randomBytes(8).toString('hex');
    const config = {
      1: { 1: pod, 2: uid, 3: namespace },
      // Under a name of our own, so that nothing of it is left where all is killed at once.
      8: { 1: `/${this.#group}/${uid}`, 2: { 1: { 1: NODE, 2: CONTAINER, 3: NODE } } },
    };
    const id = await this.#call('RunPodSandbox', { 1: config });
    this.#sandboxes.set(id, config);
    return id;
  }

  async container(sandbox: string, spec: ContainerSpec): Promise<StartedContainer> {
    const image = await this.#image(spec.image);
    const config = {
      1: { 1: spec.name },
      2: { 1: image },
      3: spec.command,
      15: { 2: { 3: { 1: NODE, 2: CONTAINER, 3: NODE } } },
    };
    const request = { 1: sandbox, 2: config, 3: this.#sandboxes.get(sandbox) ?? {} };
    const id = await this.#call('CreateContainer', request);
    await this.#call('StartContainer', { 1: id });
    return { id, sandbox };
  }

  /** Prepares a program in a container; the URL that it can be started at once is given. */
  exec(id: string, command: readonly string[], streams: ExecStreams): Promise<string> {
    const { tty, stdin, stdout, stderr } = streams;
    return this.#call('Exec', { 1: id, 2: command, 3: tty, 4: stdin, 5: stdout, 6: stderr });
  }

  /** Ends a container after so many seconds, as a kubelet does that is told to. */
  async stopContainer(id: string, seconds = 0): Promise<void> {
    await this.#call('StopContainer', { 1: id, 2: seconds });
  }

  async removeSandbox(id: string): Promise<void> {
    await this.#call('StopPodSandbox', { 1: id });
    await this.#call('RemovePodSandbox', { 1: id });
    this.#sandboxes.delete(id);
  }

  /** Kills containerd as a crash would; what runs in containers runs on. */
  async crash(): Promise<void> {
    await this.#end('crash');
  }

  async restart(): Promise<void> {
    const running = this.#keeper.said('running');
    this.#keeper.tell('start');
    await this.#keeper.hold(running);
    await this.#answers();
  }

  async stop(): Promise<void> {
    // What runs between containerd and the containers outlives it, so they go first.
    await Promise.all([...this.#sandboxes.keys()].map((id) => this.removeSandbox(id).catch(() => undefined)));
    this.#grpc.close();
    await this.#keeper.end();
  }

  async #end(word: string): Promise<void> {
    const ended = this.#keeper.said('ended');
    this.#keeper.tell(word);
    await this.#keeper.hold(ended);
    this.#grpc.close();
  }

  async #call(method: string, request: ProtoMessage): Promise<string> {
    const reply = this.#grpc.call(
      `runtime.v1.RuntimeService/${method}`,
      request,
      AbortSignal.timeout(PATIENCE_MS),
    );
    return (await this.#keeper.hold(reply)).get(1) ?? '';
  }

  /** Each thing that it writes into its folder is a reason to ask again. */
  async #answers(): Promise<void> {
    let wake = (): void => {};
    const watcher = watch(this.#folder, () => wake());
    const ended = this.#keeper.said('ended').then(() => this.#failure());
    try {
      for (;;) {
        const change = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const answers = await this.#call('Version', {}).then(
          () => true,
          () => false,
        );
        if (answers) return;
        const failure = await this.#keeper.hold(Promise.race([change, ended]));
        if (failure) throw failure;
      }
    } finally {
      watcher.close();
    }
  }

  #image(kind: ScratchImageKind): Promise<string> {
    const known = this.#images.get(kind) ?? this.#import(kind);
    this.#images.set(kind, known);
    return known;
  }

  async #import(kind: ScratchImageKind): Promise<string> {
    const name = imageName(kind);
    const file = join(this.#folder, `${kind}.tar`);
    await writeFile(file, await imageArchive(kind, name));
    const socket = join(this.#folder, 'c.sock');
    await run('ctr', ['-a', socket, '-n', 'k8s.io', 'images', 'import', '--snapshotter', 'native', file]);
    return name;
  }

  async #failure(): Promise<MuxError> {
    const log = await readFile(join(this.#folder, 'log'), 'utf8').catch(() => '');
    const tail = log.trimEnd().split('\n').slice(-5).join('\n');
    return new MuxError('HOST_IO_FAILED', `containerd ended while it was starting:\n${tail}`, {
      suggestion: 'Run the tests as root of a machine that may mount and use cgroups.',
    });
  }
}

export interface ExecStreams {
  readonly tty: boolean;
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}

/** NamespaceMode of the container runtime interface. */
const CONTAINER = 1;
const NODE = 2;

/** Machines that do much else take their time. */
const PATIENCE_MS = 120_000;

function imageName(kind: ScratchImageKind): string {
  return `muxwright.test/${kind}:1`;
}

/** Facts of containerd 1.6: `opt` insists on a folder of the system; sockets of shims lie in /run/containerd anyhow. */
function configuration(folder: string): string {
  return `version = 2
root = "${folder}/root"
state = "${folder}/state"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.devmapper"]
[grpc]
  address = "${folder}/c.sock"
[ttrpc]
  address = "${folder}/t.sock"
[plugins."io.containerd.grpc.v1.cri"]
  stream_server_address = "127.0.0.1"
  stream_server_port = "0"
  sandbox_image = "${imageName('busybox')}"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${folder}/cni"
    conf_dir = "${folder}/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "native"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
        SystemdCgroup = false
        Root = "${folder}/runc"
`;
}
