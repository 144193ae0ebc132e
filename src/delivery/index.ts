export { type BridgeContext, openView } from './bridge-context.js';
export {
  type BridgeConfig,
  type BridgeLog,
  type BridgeLogEntry,
  bridgeDefaults,
  type CapturePaneOptions,
  type PaneDeliveryOptions,
  type SendKeysOptions,
  type SendTextOptions,
} from './bridge-options.js';
export { failedDelivery } from './failed-delivery.js';
export { errorTypeOf } from './failure.js';
export { checkText, isFewWords } from './give-text.js';
export { isDialog } from './judge-enter.js';
export { hashOf, KeptResults, keyReused, typeOnce } from './kept-results.js';
export { lockPane } from './lock/pane-lock.js';
export type { BridgeHealth, CheckHealthOptions } from './pane-delivery.js';
export { PaneTalk } from './pane-talk.js';
export type { Look } from './pane-view.js';
export { questionChanged } from './question-changed.js';
export {
  type BridgeResult,
  type CaptureResult,
  type DeliveryStatus,
  type Evidence,
  type Receipt,
  type SendResult,
  type TmuxBridgeErrorType,
  tmuxBridgeErrorTypes,
} from './send-result.js';
export { squeeze } from './text-match.js';
