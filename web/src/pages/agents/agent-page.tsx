import { agentState } from '../../../../src/model/states.js';
import { useQuery } from '../../api/query.js';
import { Badge } from '../../components/badge.js';
import { EmptyState } from '../../components/empty-state.js';
import { Problem } from '../../components/problem.js';
import { Spinner } from '../../components/spinner.js';
import { address, Link } from '../../router.js';
import { AgentAside } from './agent-aside.js';
import { AgentQuestion } from './agent-question.js';
import { Conversation } from './conversation.js';
import { SendForm } from './send-form.js';
import './agents.css';

const agentEvents = ['state_changed', 'agent_changed', 'commander_availability', 'turn', 'inbox'] as const;

/** One agent: what it does and how that is known, what was said, and a box to say more. */
export function AgentPage({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const { data, error, refresh } = useQuery('agent.status', { target: id }, { on: agentEvents });
  if (error && GONE.has(error.code)) {
    return <Gone name={data?.agent?.name ?? id} message={error.message} />;
  }
  if (!data) return error ? <Problem error={error} /> : <Spinner label="Loading the agent" />;
  const name = data.agent?.name ?? id;
  const { text, tone } = agentState(data.state);
  const asks = data.prompt && data.prompt.kind !== 'answer' ? data.prompt : undefined;
  return (
    <>
      <div className="page-head">
        <p className="crumbs">
          <Link to="/agents">Agents</Link>
        </p>
        <h1>{name}</h1>
        <Badge tone={tone} title={data.detail}>
          {text}
        </Badge>
        <Link className="button" to={address('/pane', { target: data.paneId, host: data.host })}>
          Terminal
        </Link>
      </div>
      <div className="run-layout">
        <div className="stack chat-column">
          {error && <Problem error={error} />}
          <Conversation target={id} working={data.state === 'PROCESSING'} />
          {asks ? (
            <AgentQuestion agent={id} prompt={asks} refresh={refresh} />
          ) : (
            <SendForm target={id} name={name} onSent={refresh} />
          )}
        </div>
        <AgentAside id={id} status={data} />
      </div>
    </>
  );
}

const GONE = new Set([
  'AGENT_NOT_FOUND',
  'TARGET_NOT_FOUND',
  'PANE_NOT_FOUND',
  'NO_SERVER',
  'SESSION_NOT_FOUND',
]);

function Gone({ name, message }: { readonly name: string; readonly message: string }) {
  return (
    <EmptyState title="This agent has ended">
      <p>
        The pane of <code>{name}</code> is not there any more. {message}
      </p>
      <p>
        Its program has ended, or its window was closed. Start it again in tmux and it is known again; see the{' '}
        <Link to="/agents">running agents</Link>.
      </p>
    </EmptyState>
  );
}
