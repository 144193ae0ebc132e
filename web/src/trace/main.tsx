import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startTheme } from '../style/theme.js';
import '../style/tokens.css';
import '../style/base.css';
import '../style/components.css';
import './trace.css';
import { openTrace } from './open-trace.js';
import { TraceViewer } from './trace-viewer.js';

startTheme();

// The data stands behind this script.
document.addEventListener('DOMContentLoaded', () => void show());

async function show(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) return;
  try {
    const trace = await openTrace();
    document.title = `${trace.test.name}: ${trace.status}`;
    createRoot(root).render(
      <StrictMode>
        <TraceViewer trace={trace} />
      </StrictMode>,
    );
  } catch (error) {
    root.textContent = `The trace cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  }
}
