import type { Operation } from '../operation.js';
import { paneActivity } from './pane-activity.js';
import { paneChoose, paneFill } from './pane-elements.js';
import { paneExec } from './pane-exec.js';
import { paneKeys } from './pane-keys.js';
import { paneKill } from './pane-kill.js';
import { paneList } from './pane-list.js';
import { paneRead } from './pane-read.js';
import { paneScreen } from './pane-screen.js';
import { paneScreens } from './pane-screens.js';
import { paneSend } from './pane-send.js';
import { paneTree } from './pane-tree.js';
import { paneWait } from './pane-wait.js';
import { paneWatch } from './pane-watch.js';

export const paneOperations: readonly Operation[] = [
  paneList,
  paneScreen,
  paneScreens,
  paneTree,
  paneRead,
  paneSend,
  paneKeys,
  paneChoose,
  paneFill,
  paneWait,
  paneExec,
  paneKill,
  paneWatch,
  paneActivity,
];
