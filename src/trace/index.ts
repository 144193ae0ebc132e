export { FrameWriter } from './frames.js';
export { traceCast } from './trace-cast.js';
export { type FoundTrace, findTrace, traceFiles } from './trace-files.js';
export { failedEntry, traceHead, traceMarkdown } from './trace-markdown.js';
export { packTrace } from './trace-page.js';
export type { Trace, TracedTerminal, TraceEntry } from './trace-schema.js';
