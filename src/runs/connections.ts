export { Connections, type HostTarget } from '../tmux/connections.js';
