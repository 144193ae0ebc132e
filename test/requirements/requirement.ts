/** A folder under src/, which owns the behaviour. */
export type Room =
  | 'model'
  | 'screen'
  | 'hosts'
  | 'tmux'
  | 'redaction'
  | 'recorder'
  | 'store'
  | 'runs'
  | 'agents'
  | 'workspace'
  | 'sessions'
  | 'workers'
  | 'operations'
  | 'cli'
  | 'mcp'
  | 'server'
  | 'testing';

export interface Requirement {
  readonly room: Room;
  readonly promise: string;
}
