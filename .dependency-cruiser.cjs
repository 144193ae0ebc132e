// The plan of the house, as rules. A new folder under src/ gets its line in this table, or the check fails.

/** @typedef {{ imports: string[], doors?: string[], system?: string[] }} Room */

const processes = ['child_process', 'cluster'];
const sockets = ['net', 'tls', 'dgram', 'http', 'https', 'http2'];

const foundation = [
  'model',
  'vt',
  'patterns',
  'redaction',
  'screen',
  'hosts',
  'tmux',
  'store',
  'panes',
  'recorder',
];
const services = ['runs', 'shells', 'status', 'delivery', 'conversations', 'agents'];

/**
 * `imports`: the rooms that a room may import. `doors`: the files by which others enter it, beside `index.ts`; at most two,
 * for what is loaded only when it is needed, or has a name that is in the room twice. `system`: the modules of Node it may use to start processes or open
 * sockets. The server listens; it starts nothing.
 * @type {Record<string, Room>}
 */
const rooms = {
  model: { imports: [], doors: ['package-version.ts'] },
  // Pure, and bundled by the dashboard: it may use no module of Node.
  vt: { imports: ['model'] },
  patterns: { imports: ['model'] },
  // Knows texts only, not where they come from: every room above it hides secrets by the same rules.
  redaction: { imports: ['model', 'vt', 'patterns'], doors: ['live-redactor.ts'] },
  screen: { imports: ['model', 'vt', 'patterns'] },
  hosts: { imports: ['model'], system: [...processes, ...sockets] },
  tmux: { imports: ['model', 'vt', 'screen', 'hosts'] },
  recorder: { imports: ['model', 'vt', 'redaction', 'hosts', 'tmux'] },
  store: { imports: ['model'], doors: ['sqlite/hold-lock.ts'] },
  config: { imports: ['model', 'store'], doors: ['load-config.ts'] },
  panes: { imports: ['model', 'vt', 'patterns', 'screen', 'hosts', 'tmux', 'store'] },
  runs: { imports: foundation, doors: ['runs.ts'] },
  shells: { imports: ['model', 'vt', 'tmux', 'panes'] },
  status: { imports: ['model', 'vt', 'screen', 'tmux', 'panes'] },
  delivery: { imports: [...foundation, 'config', 'status'], doors: ['pane-delivery.ts'] },
  conversations: { imports: foundation },
  agents: { imports: [...foundation, 'config', 'status', 'delivery'], doors: ['registry/agents.ts'] },
  workspace: { imports: [...foundation, 'runs', 'shells', 'delivery'], doors: ['workspace.ts'] },
  sessions: { imports: [...foundation, 'shells'], doors: ['chat-sessions.ts'] },
  workers: { imports: [...foundation, 'runs', 'status', 'delivery'], doors: ['workers.ts'] },
  operations: {
    imports: [...foundation, 'config', ...services, 'workspace', 'sessions', 'workers'],
    doors: ['families.ts', 'open-mux.ts'],
  },
  // The classes of the specifications: the services in other shapes.
  systems: {
    imports: ['model', 'screen', 'panes', 'tmux', ...services, 'workspace', 'sessions', 'workers'],
    doors: ['automation-types.ts'],
  },
  // The entry points of the package: they only export.
  api: {
    imports: [
      ...foundation,
      'config',
      ...services,
      'workspace',
      'sessions',
      'workers',
      'operations',
      'systems',
    ],
  },
  cli: { imports: ['model', 'vt', 'patterns', 'trace', 'operations', 'mcp', 'server', 'test'], system: [] },
  mcp: { imports: ['model', 'operations'] },
  // What people and programs reach from elsewhere. It starts no process: that is for what is below the operations.
  server: { imports: ['model', 'operations', 'mcp'], system: ['http', 'https', 'net', 'tls'] },
  // What a trace of a test is, for those who write one and those who read one.
  trace: { imports: ['model', 'vt', 'screen', 'recorder'] },
  // Drives programs as a user does: by what the rooms below show and send.
  test: {
    imports: ['model', 'vt', 'patterns', 'redaction', 'screen', 'hosts', 'tmux', 'recorder', 'panes', 'testing', 'trace'],
    doors: ['codegen/codegen.ts'],
  },
  testing: { imports: ['model', 'hosts', 'tmux'], system: [...processes, ...sockets] },
};

const outsideTheRooms = `^src/(?!index\\.ts$|(?:${Object.keys(rooms).join('|')})/)`;
const strayComment =
  'src/ holds index.ts and the rooms of the table in .dependency-cruiser.cjs. Add the folder to the table.';

const roomRules = Object.entries(rooms).map(([name, { imports }]) => ({
  name: `${name}-imports`,
  comment: `${name} may import ${imports.length === 0 ? 'no other room' : imports.join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^src/', pathNot: `^src/(${[name, ...imports].join('|')})/` },
}));

const doorRules = Object.entries(rooms).map(([name, { doors = [] }]) => ({
  name: `${name}-doors`,
  comment: `Other rooms enter ${name} by ${['index.ts', ...doors].join(', ')}: export it there.`,
  severity: 'error',
  from: { path: `^src/(?!${name}/)`, pathNot: '\\.test\\.ts$' },
  to: {
    path: `^src/${name}/`,
    pathNot: `^src/${name}/(${['index.ts', ...doors].join('|').replaceAll('.', '\\.')})$`,
  },
}));

const systemRules = Object.entries(rooms).map(([name, { system = [] }]) => ({
  name: `${name}-system-modules`,
  comment: `${name} may not use this module: the room hosts starts the processes and opens the sockets.`,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: systemModules([...processes, ...sockets].filter((module) => !system.includes(module))) },
}));

function systemModules(names) {
  return names.length === 0 ? '^$' : `^(node:)?(${names.join('|')})$`;
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    ...doorRules,
    ...systemRules,
    {
      name: 'entry-point-system-modules',
      comment: 'src/index.ts only exports.',
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: { path: systemModules([...processes, ...sockets]) },
    },
    // A module imports something, is imported, or is alone: together these three see every one.
    {
      name: 'unknown-room',
      comment: strayComment,
      severity: 'error',
      from: { path: outsideTheRooms },
      to: {},
    },
    {
      name: 'unknown-room-imported',
      comment: strayComment,
      severity: 'error',
      from: {},
      to: { path: outsideTheRooms },
    },
    {
      name: 'unknown-room-alone',
      comment: strayComment,
      severity: 'error',
      from: { orphan: true, path: outsideTheRooms },
      to: {},
    },
    {
      name: 'no-circles',
      comment: 'Modules do not import each other in a circle.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'inside-src',
      comment: 'Code under src/ imports nothing from the folders beside it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|examples|scripts|web|dist)/' },
    },
    {
      name: 'vt-is-pure',
      comment: 'vt runs in the browser, too: it may use no module of Node and no package.',
      severity: 'error',
      from: { path: '^src/vt/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer'] },
    },
    {
      name: 'web-takes-types',
      comment:
        'The dashboard bundles vt and the table of states, and takes only types from model and operations: everything else it has from the server.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/src/trace/' },
      to: { path: '^src/', pathNot: '^src/(vt/|model/states\\.ts$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-imports',
      comment: 'The dashboard may import model, vt and operations.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/src/trace/' },
      to: { path: '^src/', pathNot: '^src/(model|vt|operations)/' },
    },
    {
      name: 'trace-viewer-imports',
      comment:
        'The viewer of traces has no server: it bundles the form of a trace, and locators to try on its frames.',
      severity: 'error',
      from: { path: '^web/src/trace/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(vt|trace)/|^src/test/(locators/|terminal/new-cells\\.ts$)|^src/screen/styled-screen\\.ts$',
      },
    },
    {
      name: 'no-development-packages',
      comment: 'What is shipped does not import a devDependency.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'] },
    },
    {
      name: 'resolvable',
      comment: 'The imported module exists.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type imports count: a room that needs another room's types depends on it.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
