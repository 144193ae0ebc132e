/** @experimental */
export {
  type CallOptions,
  errorCatalogue,
  type MuxErrorOptions,
  type OperationCall,
  type Phrase,
} from '../model/index.js';
