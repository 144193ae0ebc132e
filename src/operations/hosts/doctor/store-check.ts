import { isMuxError } from '../../../model/mux-error.js';
import { inspectStore } from '../../../store/inspect-store.js';
import { type DoctorCheck, failedCheck } from './check.js';

/** Where runs, workers and agents are remembered. It is not made here. */
export async function storeCheck(): Promise<DoctorCheck> {
  const check = { id: 'store', title: 'Store' };
  try {
    const { path, sqlite } = await inspectStore();
    return { ...check, status: 'ok', detail: `SQLite ${sqlite}, ${path}`, facts: { path, sqlite } };
  } catch (error) {
    const failed = failedCheck(check.id, check.title, error);
    if (!isMuxError(error) || error.details.missing === undefined) return failed;
    return {
      ...failed,
      status: 'missing',
      detail: `The npm package ${error.details.missing} is not there, which runs, workers and agents need.`,
    };
  }
}
