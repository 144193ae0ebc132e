export { chooseTools } from './choose-tools.js';
export { listenRequest } from './listen-request.js';
export { mcpServer } from './mcp-server.js';
export { OpenCalls } from './open-calls.js';
export { Resources } from './resources/resources.js';
export { serveMcp } from './serve-mcp.js';
export { type ToolNaming, toolName, toolNaming } from './tool-names.js';
