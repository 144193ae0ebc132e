import { join } from 'node:path';
import { homeFolder } from '../../model/index.js';
import { addNotify, removeNotify } from './codex-config.js';
import { type EditOptions, editFile, type FileEdit } from './edit-file.js';
import { hookFolders } from './hook-folders.js';
import { installScript } from './install-script.js';

export interface CodexNotifyOptions extends EditOptions {
  /** @default `config.toml` in `$CODEX_HOME`, else in `~/.codex` */
  readonly configPath?: string | undefined;
  /** The folder for the script and for what it writes. @default `hooks` in the state folder */
  readonly folder?: string | undefined;
  /** Whether a notify program that is there is kept, and called by ours. @default false */
  readonly chain?: boolean | undefined;
}

/**
 * Makes Codex tell muxwright when a turn is over. Doing it again changes nothing. Fails with `HOOK_IN_USE` where
 * another program is told already, unless `chain` says to go on calling it.
 */
export async function installCodexNotify(options: CodexNotifyOptions = {}): Promise<FileEdit> {
  const path = options.configPath ?? defaultConfigPath();
  const { script } = hookFolders(options.folder);
  const change = (text: string): string => addNotify(text, script, path, options.chain ?? false);
  if (!options.dryRun) {
    await editFile(path, change, { ...options, dryRun: true });
    await installScript(options.folder);
  }
  return editFile(path, change, options);
}

/** Takes our program out of the configuration again, and puts back the one that it was chained with. */
export async function uninstallCodexNotify(options: CodexNotifyOptions = {}): Promise<FileEdit> {
  const path = options.configPath ?? defaultConfigPath();
  return editFile(path, (text) => removeNotify(text, path), options);
}

function defaultConfigPath(): string {
  return join(process.env.CODEX_HOME || join(homeFolder(), '.codex'), 'config.toml');
}
