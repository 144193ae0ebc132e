import { AgentSource } from './agent-source.js';
import type { EventSource, SourceServices } from './event-source.js';
import { RunSource } from './run-source.js';
import { TreeSource } from './tree-source.js';
import { WorkerSource } from './worker-source.js';

export function eventSources(services: SourceServices): readonly EventSource[] {
  return [
    new RunSource(services),
    new AgentSource(services),
    new WorkerSource(services),
    new TreeSource(services),
  ];
}
