import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * The home of the user, also where HOME is empty. A user that the system does not know, as a container may run as any
 * number, has none, and for Node that is an error; Docker says `/` then, and so does this.
 */
export function homeFolder(): string {
  for (const look of [homedir, () => userInfo().homedir]) {
    try {
      const home = look();
      if (isAbsolute(home)) return home;
    } catch {
      // Neither in the environment nor in the list of users.
    }
  }
  return '/';
}
