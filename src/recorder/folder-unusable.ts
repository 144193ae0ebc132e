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
      return ['it is no absolute path', 'Correct MUXWRIGHT_HOME, or give a folder.'];
    case 'link':
      return ['it is a link that somebody else made', ANOTHER];
    case 'kind':
      return ['it is no folder', ANOTHER];
    case 'owner':
      return ['it belongs to somebody else', 'Give a folder of your own.'];
    case 'open':
      return [
        'others can write to it',
        'Look at what is in it, take the access from others with chmod 700, or give a folder of your own.',
      ];
    case 'shared':
      return [
        'others can look into it, and it is not empty',
        'Give a folder for logs alone, or take the access from others with chmod 700.',
      ];
    case 'pipe':
      return ['it takes no named pipes', 'Give a folder on another file system.'];
    default:
      return explainWords(said);
  }
}

function explainWords(said: string): readonly [why: string, suggestion: string] {
  if (/read-only/i.test(said)) {
    return ['the file system is read-only', 'Give a folder on one that can be written to, such as a volume.'];
  }
  if (/permission denied|not permitted/i.test(said)) {
    return ['this user may not write there', 'Give a folder of your own, or change its permissions.'];
  }
  if (/no space|quota/i.test(said)) {
    return ['there is no space left', 'Free some space, or give a folder on another file system.'];
  }
  if (/not a directory|file exists/i.test(said)) {
    return ['something that is no folder stands in the way', ANOTHER];
  }
  return [said.trim().split('\n').pop() || 'it cannot be written to', ANOTHER];
}
