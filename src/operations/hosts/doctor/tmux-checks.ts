import { isMuxError } from '../../../model/index.js';
import { connectPatiently } from '../../../tmux/index.js';
import { count, type DoctorCheck, failedCheck } from './check.js';
import { inspectTmux, type TmuxFacts } from './inspect-tmux.js';
import { installHint, type Packages } from './install-hint.js';

/** tmux on this machine: the program, the default server, what to know about both. */
export async function tmuxChecks(): Promise<DoctorCheck[]> {
  try {
    await using tmux = await connectPatiently('local', { control: false });
    const facts = await inspectTmux(tmux);
    return [programCheck(facts), serverCheck(facts), socketCheck(facts), quirksCheck(facts)];
  } catch (error) {
    const check = failedCheck('tmux', 'tmux', error);
    if (!isMuxError(error, 'TMUX_NOT_INSTALLED', 'TMUX_TOO_OLD')) return [check];
    return [{ ...check, fix: installHint(packages) ?? manual }];
  }
}

const packages: Packages = { brew: 'tmux', 'apt-get': 'tmux', dnf: 'tmux', apk: 'tmux', pacman: 'tmux' };
const manual = 'See https://github.com/tmux/tmux/wiki/Installing.';

function programCheck({ version }: TmuxFacts): DoctorCheck {
  return {
    id: 'tmux',
    title: 'tmux',
    status: 'ok',
    detail: version.text,
    facts: { version: version.text },
  };
}

export function serverCheck({ version, serverVersion, sessions }: TmuxFacts): DoctorCheck {
  const facts = { version: serverVersion?.text, sessions };
  const check = { id: 'tmux-server', title: 'tmux server', facts };
  if (!serverVersion) {
    return {
      ...check,
      status: 'ok',
      detail: 'No server is running on the default socket; the first session starts it.',
    };
  }
  const detail = `${serverVersion.text}, ${count(sessions.length, 'session')}: ${sessions.join(', ')}`;
  if (serverVersion.text === version.text) return { ...check, status: 'ok', detail };
  return {
    ...check,
    status: 'warning',
    detail: `${detail}. The installed program is ${version.text}: the server was started before an update.`,
    fix: 'Restart the server when its sessions may end: tmux kill-server',
  };
}

export function socketCheck({ sessions }: TmuxFacts): DoctorCheck {
  const check = { id: 'tmux-socket', title: 'tmux socket' };
  const advice = "To use a separate server, use the address 'local?socket=NAME' (tmux -L NAME).";
  if (sessions.length === 0) return { ...check, status: 'ok', detail: 'The default server is not in use.' };
  const detail = "'local' is the default server, which also has other sessions of this user.";
  return { ...check, status: 'warning', detail, fix: advice };
}

function quirksCheck({ version, serverVersion, quirks }: TmuxFacts): DoctorCheck {
  const { text } = serverVersion ?? version;
  const names = quirks.map(({ name }) => name).join(', ');
  const detail = `${count(quirks.length, 'difference')} of ${text} that muxwright works around: ${names}`;
  return {
    id: 'tmux-quirks',
    title: 'tmux quirks',
    status: 'ok',
    detail: quirks.length === 0 ? `None known for ${text}.` : detail,
    facts: { quirks: quirks.map(({ name, reason }) => ({ name, reason })) },
  };
}
