import { loadConfig } from '../../../config/load-config.js';
import { type DoctorCheck, failedCheck } from './check.js';

/** Which configuration files count. One of the current folder may have been made by somebody else, and is named. */
export async function configCheck(): Promise<DoctorCheck> {
  const check = { id: 'config', title: 'Settings' };
  try {
    const { ownFile, projectFile } = await loadConfig();
    const facts = { ownFile, projectFile };
    if (projectFile === undefined) {
      return { ...check, status: 'ok', detail: ownFile ?? 'defaults; there is no configuration file', facts };
    }
    const besides = ownFile === undefined ? '' : `, and ${ownFile} for the rest`;
    return {
      ...check,
      status: 'warning',
      detail: `${projectFile} of this folder changes how text is sent to agents${besides}`,
      fix: 'Read that file if you did not write it. To use only one file, set MUXWRIGHT_CONFIG to its path.',
      facts,
    };
  } catch (error) {
    return failedCheck(check.id, check.title, error);
  }
}
