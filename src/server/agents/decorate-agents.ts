import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../operations/index.js';
import type { ServerContext } from '../server-context.js';

type Agents = Awaited<ReturnType<Runtime['agents']>>;

/** What others find on the server by name. */
export interface AgentServices {
  /** Gives text and keys to panes of this machine. */
  tmuxBridge: Awaited<ReturnType<Runtime['delivery']>>;
  /** Knows which agents can be reached. */
  commanderAvailability: Agents['availability'];
}

declare module 'fastify' {
  interface FastifyInstance extends AgentServices {}
}

/** The services that others find on the server by name, and begins to follow what agents do. */
export async function decorateAgents(app: FastifyInstance, context: ServerContext): Promise<void> {
  const agents = await context.runtime.agents();
  app.decorate('tmuxBridge', await context.runtime.delivery());
  app.decorate('commanderAvailability', agents.availability);
  app.addHook('onListen', async () => {
    // A host that does not answer keeps nobody from using the server.
    void agents
      .start({
        watch: true,
        hooks: { folder: `${context.stateFolder}/hooks` },
        onTrouble: ({ file, reason }) => context.log.warn({ file, reason }, 'a hook event was not processed'),
      })
      .catch((error: unknown) => context.log.warn({ err: error }, 'agents cannot be followed'));
  });
}
