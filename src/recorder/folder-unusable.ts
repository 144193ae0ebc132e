import { MuxError } from '../model/index.js';

/**
 * The error for a folder that the files of runs cannot lie in.
 *
 * @param problem as the script that looked at it calls it
 * @param said what a program said about it
 */
export function folderUnusable(place: string, folder: string, problem: string, said: string): MuxError {
  const [why, suggestion] = explain(problem, said);
  return new MuxError('LOG_FOLDER_UNUSABLE', `The folder '${folder}' on ${place} cannot hold logs: ${why}.`, {
    suggestion,
    details: { folder, place, problem, ...(said !== '' && { said }) },
  });
}

const ANOTHER = 'Give another folder.';

function explain(problem: string, said: string): readonly [why: string, suggestion: string] {
  switch (problem) {
    case 'relative':
      return ['it is not an absolute path', 'Correct MUXWRIGHT_HOME, or give a folder.'];
    case 'link':
      return ['it is a link that another user created', ANOTHER];
    case 'kind':
      return ['it is not a folder', ANOTHER];
    case 'owner':
      return ['it belongs to another user', 'Use your own folder.'];
    case 'open':
      return [
        'others can write to it',
        'Check its content, remove the access of others with chmod 700, or use your own folder.',
      ];
    case 'shared':
      return [
        'others can read it, and it is not empty',
        'Use a folder for logs only, or remove the access of others with chmod 700.',
      ];
    case 'pipe':
      return ['it does not support named pipes', 'Use a folder on another file system.'];
    default:
      return explainWords(said);
  }
}

function explainWords(said: string): readonly [why: string, suggestion: string] {
  if (/read-only/i.test(said)) {
    return ['the file system is read-only', 'Use a folder on a writable file system, such as a volume.'];
  }
  if (/permission denied|not permitted/i.test(said)) {
    return ['this user has no write permission', 'Use your own folder, or change its permissions.'];
  }
  if (/no space|quota/i.test(said)) {
    return ['there is no space left', 'Free some space, or use a folder on another file system.'];
  }
  if (/not a directory|file exists/i.test(said)) {
    return ['a part of the path is not a folder', ANOTHER];
  }
  return [said.trim().split('\n').pop() || 'it cannot be written to', ANOTHER];
}
