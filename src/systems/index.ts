export { TmuxAutomation } from './tmux-automation.js';
export { TmuxBridge, type TmuxBridgeOptions } from './tmux-bridge.js';
export { type TagResponse, TmuxCapability, type TmuxCapabilityOptions } from './tmux-capability.js';
export { TmuxManager, type TmuxManagerConfig } from './tmux-manager.js';
