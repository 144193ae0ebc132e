import { join } from 'node:path';
import { homeFolder } from '../../model/index.js';
import { addHooks, hooksAreDisabled, removeHooks } from './claude-settings.js';
import { type EditOptions, editFile, type FileEdit } from './edit-file.js';
import { hookFolders } from './hook-folders.js';
import { installScript } from './install-script.js';

export interface HooksOptions extends EditOptions {
  /** @default `settings.json` in `$CLAUDE_CONFIG_DIR`, else in `~/.claude` */
  readonly settingsPath?: string | undefined;
  /** The folder for the script and for what it writes. @default `hooks` in the state folder */
  readonly folder?: string | undefined;
}

export interface HooksEdit extends FileEdit {
  /** What a person should know. */
  readonly warnings: readonly string[];
}

/**
 * Makes Claude Code tell muxwright of its events: adds our hook to a settings file, beside whatever is there. Doing it
 * again changes nothing. Fails with `HOOKS_FILE_INVALID` where the file is not what Claude Code would read.
 *
 * @example
 * const { diff } = await installHooks({ dryRun: true });
 */
export async function installHooks(options: HooksOptions = {}): Promise<HooksEdit> {
  const path = options.settingsPath ?? defaultSettingsPath();
  const { script } = hookFolders(options.folder);
  let disabled = false;
  const change = (text: string): string => {
    const edited = addHooks(text, script, path);
    disabled = hooksAreDisabled(edited);
    return edited;
  };
  // The script first: from the next moment on an agent may run it. A broken file is found before anything is written.
  if (!options.dryRun) {
    await editFile(path, change, { ...options, dryRun: true });
    await installScript(options.folder);
  }
  const edit = await editFile(path, change, options);
  return { ...edit, warnings: disabled ? ['disableAllHooks is set, so Claude Code runs no hooks.'] : [] };
}

/** Takes our hooks out of a settings file again. The script stays: other files may name it. */
export async function uninstallHooks(options: HooksOptions = {}): Promise<HooksEdit> {
  const path = options.settingsPath ?? defaultSettingsPath();
  const edit = await editFile(path, (text) => removeHooks(text, path), options);
  return { ...edit, warnings: [] };
}

function defaultSettingsPath(): string {
  return join(process.env.CLAUDE_CONFIG_DIR || join(homeFolder(), '.claude'), 'settings.json');
}
