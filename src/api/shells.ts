/** @experimental */
export {
  attachShell,
  type ExecOptions,
  type ExecResult,
  type OpenShellOptions,
  openShell,
  type Shell,
  type ShellKind,
} from '../shells/index.js';
