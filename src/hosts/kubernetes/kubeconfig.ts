import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { MuxError, tooDeepLine } from '../../model/index.js';

/** One or several kubeconfig files, as `kubectl` puts them together: what is named first counts. */
export interface Kubeconfig {
  readonly currentContext: string | undefined;
  readonly contexts: ReadonlyMap<string, { readonly cluster: string; readonly user: string | undefined }>;
  readonly clusters: ReadonlyMap<string, KubeCluster>;
  readonly users: ReadonlyMap<string, KubeUser>;
}

export interface KubeCluster {
  readonly file: string;
  readonly server: string | undefined;
  readonly caData: Buffer | undefined;
  readonly caFile: string | undefined;
  readonly insecure: boolean;
  readonly serverName: string | undefined;
  readonly proxyUrl: string | undefined;
}

export interface KubeUser {
  readonly file: string;
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly certData?: Buffer | undefined;
  readonly certFile?: string | undefined;
  readonly keyData?: Buffer | undefined;
  readonly keyFile?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly authProvider?: string | undefined;
  readonly exec?: KubeCommand | undefined;
}

/** A command that prints credentials. */
export interface KubeCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly apiVersion: string;
  readonly installHint: string | undefined;
}

/** Reads the files that exist; `undefined` where none does. */
export async function readKubeconfig(
  paths: readonly string[],
  options: { readonly mustExist: boolean },
): Promise<Kubeconfig | undefined> {
  const documents: Document[] = [];
  for (const path of paths) {
    const text = await readText(path, options.mustExist);
    if (text !== undefined) documents.push(new Document(path, parseYaml(text, path)));
  }
  if (documents.length === 0) return undefined;
  return {
    currentContext: documents
      .map((one) => one.text('current-context'))
      .find((name) => name !== undefined && name !== ''),
    contexts: firstOf(documents, 'contexts', 'context', contextOf),
    clusters: firstOf(documents, 'clusters', 'cluster', clusterOf),
    users: firstOf(documents, 'users', 'user', userOf),
  };
}

async function readText(path: string, mustExist: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !mustExist) return undefined;
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new MuxError('KUBECONFIG_INVALID', `The kubeconfig '${path}' ${why}.`, {
      suggestion: 'Check KUBECONFIG, or the option kubeconfig.',
      details: { file: path },
      cause,
    });
  }
}

function parseYaml(text: string, path: string): unknown {
  const deep = tooDeepLine(text);
  if (deep !== undefined) throw mistake(path, `line ${deep} is nested too deeply`);
  try {
    return parse(text);
  } catch (cause) {
    // What the parser says may repeat a line, in which a secret may stand.
    const { pos } = (cause as { linePos?: readonly { line: number }[]; pos?: unknown }) ?? {};
    const line = (cause as { linePos?: readonly { line: number }[] }).linePos?.[0]?.line;
    throw mistake(
      path,
      line === undefined || pos === undefined ? 'it is not YAML' : `line ${line} is not YAML`,
    );
  }
}

function mistake(path: string, what: string): MuxError {
  return new MuxError('KUBECONFIG_INVALID', `The kubeconfig '${path}' has a mistake: ${what}.`, {
    suggestion: 'Compare with kubectl config view.',
    details: { file: path },
  });
}

/** A mapping of a file, whose values are checked when they are asked for. */
class Document {
  readonly file: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(file: string, value: unknown, what = 'it') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw mistake(file, `${what} is not a mapping`);
    }
    this.file = file;
    this.#values = value as Readonly<Record<string, unknown>>;
  }

  text(key: string): string | undefined {
    const value = this.#values[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'object') throw mistake(this.file, `'${key}' is not a text`);
    return String(value);
  }

  /** Relative to the file that names it. */
  path(key: string): string | undefined {
    const value = this.text(key);
    return value === undefined || value === '' ? undefined : resolve(dirname(this.file), value);
  }

  base64(key: string): Buffer | undefined {
    const value = this.text(key);
    return value === undefined || value === '' ? undefined : Buffer.from(value, 'base64');
  }

  list(key: string): readonly unknown[] {
    const value = this.#values[key];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) throw mistake(this.file, `'${key}' is not a list`);
    return value;
  }

  mapping(key: string): Document | undefined {
    const value = this.#values[key];
    return value === undefined || value === null ? undefined : new Document(this.file, value, `'${key}'`);
  }
}

function firstOf<T>(
  documents: readonly Document[],
  list: string,
  item: string,
  read: (document: Document) => T,
): Map<string, T> {
  const found = new Map<string, T>();
  for (const document of documents) {
    for (const value of document.list(list)) {
      const entry = new Document(document.file, value, `an entry of '${list}'`);
      const name = entry.text('name');
      if (name === undefined) throw mistake(document.file, `an entry of '${list}' has no name`);
      if (!found.has(name)) found.set(name, read(entry.mapping(item) ?? new Document(document.file, {})));
    }
  }
  return found;
}

function contextOf(context: Document): { cluster: string; user: string | undefined } {
  return { cluster: context.text('cluster') ?? '', user: context.text('user') };
}

function clusterOf(cluster: Document): KubeCluster {
  return {
    file: cluster.file,
    server: cluster.text('server'),
    caData: cluster.base64('certificate-authority-data'),
    caFile: cluster.path('certificate-authority'),
    insecure: cluster.text('insecure-skip-tls-verify') === 'true',
    serverName: cluster.text('tls-server-name'),
    proxyUrl: cluster.text('proxy-url'),
  };
}

function userOf(user: Document): KubeUser {
  const exec = user.mapping('exec');
  return {
    file: user.file,
    token: user.text('token'),
    tokenFile: user.path('tokenFile'),
    certData: user.base64('client-certificate-data'),
    certFile: user.path('client-certificate'),
    keyData: user.base64('client-key-data'),
    keyFile: user.path('client-key'),
    username: user.text('username'),
    password: user.text('password'),
    authProvider: user.mapping('auth-provider')?.text('name'),
    exec: exec && commandOf(exec),
  };
}

function commandOf(exec: Document): KubeCommand {
  const command = exec.text('command');
  if (!command) throw mistake(exec.file, "'exec' has no command");
  // With a slash in it, it is relative to the file, as for kubectl.
  const path = command.includes('/') ? resolve(dirname(exec.file), command) : command;
  const env = exec.list('env').map((value) => new Document(exec.file, value, "an entry of 'env'"));
  return {
    command: path,
    args: exec.list('args').map(String),
    env: Object.fromEntries(env.map((one) => [one.text('name') ?? '', one.text('value') ?? ''])),
    apiVersion: exec.text('apiVersion') ?? 'client.authentication.k8s.io/v1',
    installHint: exec.text('installHint'),
  };
}
