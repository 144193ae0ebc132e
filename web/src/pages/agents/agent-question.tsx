import { call } from '../../api/call.js';
import type { Output } from '../../api/operations.js';
import { AnswerForm } from '../runs/answer-form.js';

export interface AgentQuestionProps {
  readonly agent: string;
  readonly prompt: NonNullable<Output<'agent.status'>['prompt']>;
  readonly onAnswered: () => void;
}

/** What an agent asks permission for, or lets a person choose. */
export function AgentQuestion({ agent, prompt, onAnswered }: AgentQuestionProps) {
  const title = prompt.kind === 'permission' ? 'It asks for permission' : 'It asks';
  return (
    <section className="panel question" aria-label={title}>
      <h2>{title}</h2>
      <p className="inbox-prompt mono">{prompt.text}</p>
      <AnswerForm
        prompt={prompt.text}
        hidden={false}
        options={prompt.options.map(({ highlighted, ...option }) => ({ ...option, selected: highlighted }))}
        onAnswer={async ({ text, mode }) => {
          await call('agent.respond', { agent, text, mode });
          onAnswered();
        }}
      />
    </section>
  );
}
