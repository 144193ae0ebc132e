// The conformance suite imports `globSync` of `node:fs`, which Node 20 does not have, and calls it for clients only.
import { register } from 'node:module';

register(
  `data:text/javascript,${encodeURIComponent(`
    export async function load(url, context, next) {
      const loaded = await next(url, context);
      if (!url.endsWith('/@modelcontextprotocol/conformance/dist/index.js')) return loaded;
      return { ...loaded, source: String(loaded.source).replace('globSync as', 'readdirSync as') };
    }
  `)}`,
);
