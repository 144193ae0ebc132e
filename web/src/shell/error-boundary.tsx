import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.js';
import { Problem } from '../components/problem.js';

interface Props {
  readonly children: ReactNode;
}

/** Keeps a mistake on one page from taking the others with it. */
export class ErrorBoundary extends Component<Props, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    // A page that is no longer on the server: it was updated since this one was loaded.
    const isStale = /dynamically imported module|module script/i.test(error.message);
    const shown = isStale
      ? { message: 'muxwright was updated since this page was loaded.', suggestion: 'Reload it.' }
      : { message: `This page failed: ${error.message}`, suggestion: 'The other pages still work.' };
    return (
      <Problem error={shown}>
        <p>
          <Button onClick={() => location.reload()}>Reload</Button>
        </p>
      </Problem>
    );
  }
}
