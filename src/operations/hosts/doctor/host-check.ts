import type { HostOptions } from '../../../hosts/index.js';
import { connectPatiently } from '../../../tmux/index.js';
import { count, type DoctorCheck, failedCheck } from './check.js';
import { inspectHost } from './inspect-host.js';
import { inspectTmux } from './inspect-tmux.js';
import { recorderCheck, terminalsCheck } from './run-checks.js';

/** Whether the tmux of a host can be driven; if not, why. */
export async function hostCheck(address: string, options?: HostOptions): Promise<DoctorCheck> {
  const [id, title] = [`host:${address}`, address];
  try {
    await using tmux = await connectPatiently(address, { ...options, control: false });
    const { version, serverVersion, sessions, quirks } = await inspectTmux(tmux);
    const found = await inspectHost(tmux.host);
    const lacking = [terminalsCheck(found), recorderCheck(found)].find(({ status }) => status !== 'ok');
    if (lacking) return { ...lacking, id, title, facts: { lacks: lacking.id } };
    const state = serverVersion ? count(sessions.length, 'session') : 'no server runs yet';
    const facts = {
      version: version.text,
      serverVersion: serverVersion?.text,
      sessions,
      quirks: quirks.map(({ name }) => name),
    };
    return { id, title, status: 'ok', detail: `tmux ${version.text}, ${state}`, facts };
  } catch (error) {
    return failedCheck(id, title, error);
  }
}
