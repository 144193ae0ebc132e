import { hookRoutes } from './agents/hook-routes.js';
import { respondRoutes } from './agents/respond-routes.js';
import { docsRoutes } from './docs/docs-routes.js';
import { eventsRoutes } from './events-route.js';
import { healthRoutes } from './health-routes.js';
import { mcpRoutes } from './mcp/mcp-routes.js';
import { metricsRoutes } from './observability/metrics-routes.js';
import { operationRoutes } from './operations/operation-routes.js';
import { recordingRoutes } from './recording-routes.js';
import { runsUpkeep } from './runs-upkeep.js';
import type { ServerPlugin } from './server-context.js';
import { sessionRoutes } from './session/session-routes.js';
import { streamRoutes } from './streams/stream-routes.js';
import { terminalRoutes } from './terminals/terminal-routes.js';
import { tourUpkeep } from './tour-upkeep.js';
import { webRoutes } from './web/web-routes.js';

/** All parts of the server. A new one is added here, and nowhere else. */
export const plugins: readonly ServerPlugin[] = [
  healthRoutes,
  metricsRoutes,
  mcpRoutes,
  sessionRoutes,
  operationRoutes,
  eventsRoutes,
  docsRoutes,
  respondRoutes,
  hookRoutes,
  terminalRoutes,
  streamRoutes,
  tourUpkeep,
  recordingRoutes,
  runsUpkeep,
  webRoutes,
];
