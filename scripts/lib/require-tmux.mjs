import { findProgram } from './find-program.mjs';
import { installCommand } from './install-command.mjs';
import { Refusal } from './project.mjs';
import { collect } from './run.mjs';

const oldest = [3, 2];

/** Refuses, with the command to install it, where tmux is missing or too old. */
export async function requireTmux() {
  const tmux = findProgram('tmux');
  if (!tmux) throw new Refusal(`tmux is needed and is not on PATH. ${advice('it')}`);
  const { output } = await collect(tmux, ['-V']);
  if (isNewEnough(output)) return;
  throw new Refusal(`tmux 3.2 or newer is needed, and ${tmux} is ${output.trim()}. ${advice('a newer one')}`);
}

/** `tmux 3.3a`, `tmux next-3.6`; a name without a number is a development build. */
function isNewEnough(versionLine) {
  const version = /(\d+)\.(\d+)/.exec(versionLine);
  if (!version) return true;
  const [major, minor] = version.slice(1).map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

function advice(what) {
  const command = installCommand(['tmux']);
  return command
    ? `Install ${what} with:\n\n    ${command}\n`
    : 'See https://github.com/tmux/tmux/wiki/Installing.';
}
