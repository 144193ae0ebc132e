import { call } from '../../api/call.js';
import type { Output } from '../../api/operations.js';
import { AskedPanel } from '../runs/asked-panel.js';
import { useReadQuestion } from '../runs/read-question.js';

export interface AgentQuestionProps {
  readonly agent: string;
  readonly prompt: NonNullable<Output<'agent.status'>['prompt']>;
  readonly refresh: () => void;
}

/** What an agent asks permission for, or lets a person choose. */
export function AgentQuestion({ agent, prompt, refresh }: AgentQuestionProps) {
  const title = prompt.kind === 'permission' ? 'It asks for permission' : 'It asks';
  const { fingerprint } = prompt;
  const read = useReadQuestion(agent, fingerprint);
  return (
    <section className="panel question" aria-label={title}>
      <h2>{title}</h2>
      <AskedPanel
        prompt={prompt.text}
        question={prompt.question}
        hidden={false}
        options={prompt.options.map(({ highlighted, ...option }) => ({ ...option, selected: highlighted }))}
        read={read}
        onChanged={refresh}
        onAnswer={async ({ text, mode }) => {
          await call('agent.respond', {
            agent,
            text,
            mode,
            ...(fingerprint !== undefined && { fingerprint }),
          });
          refresh();
        }}
      />
    </section>
  );
}
