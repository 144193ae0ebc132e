import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { feed } from './api/events.js';
import { App } from './app.js';
import { startTheme } from './style/theme.js';
import './style/tokens.css';
import './style/base.css';
import './style/components.css';
import './style/shell.css';
import './style/pages.css';

startTheme();
feed.start();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
