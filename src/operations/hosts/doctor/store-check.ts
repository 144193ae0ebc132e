import { isMuxError } from '../../../model/index.js';
import { inspectStore, type StoreFacts } from '../../../store/index.js';
import { storeSettings } from '../../state/store-settings.js';
import { type DoctorCheck, failedCheck } from './check.js';

/** Where runs, workers and agents are remembered. It is not made here. */
export async function storeCheck(): Promise<DoctorCheck> {
  const check = { id: 'store', title: 'Store' };
  try {
    return { ...check, status: 'ok', ...told(await inspectStore(await storeSettings())) };
  } catch (error) {
    const failed = failedCheck(check.id, check.title, error);
    if (!isMuxError(error) || error.details.missing === undefined) return failed;
    return {
      ...failed,
      status: 'missing',
      detail: `The npm package ${error.details.missing} is not installed; runs, workers and agents need it.`,
    };
  }
}

function told({ kind, path, version, machine }: StoreFacts): Pick<DoctorCheck, 'detail' | 'facts'> {
  const detail = `${kind} ${version}, ${path}`;
  if (kind === 'SQLite') return { detail, facts: { path, sqlite: version } };
  return { detail: `${detail}, as ${machine}`, facts: { path, postgresql: version, machine } };
}
