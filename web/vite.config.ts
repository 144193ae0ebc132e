import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `mux serve` listens while the page is being developed. */
const server = process.env.MUXWRIGHT_URL ?? 'http://127.0.0.1:4747';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL('../dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // The server's policy allows scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/login', '/metrics'].map((path) => [path, { target: server, ws: true }]),
    ),
  },
});
