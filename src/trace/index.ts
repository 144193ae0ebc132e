export { FrameReader, FrameWriter } from './frames.js';
export { traceCast } from './trace-cast.js';
export { type FoundTrace, findTrace, type TraceFiles, traceFiles } from './trace-files.js';
export { entryText, failedEntry, rowDifference, traceHead, traceMarkdown } from './trace-markdown.js';
export { packTrace } from './trace-page.js';
export type {
  Trace,
  TracedFrame,
  TracedLocator,
  TracedLook,
  TracedReceipt,
  TracedSpan,
  TracedTerminal,
  TracedTest,
  TracedVerdict,
  TraceEntry,
} from './trace-schema.js';
