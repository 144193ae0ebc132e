import type { FastifyInstance } from 'fastify';
import { errorCatalogue, httpStatus } from '../../model/index.js';
import { allOperations } from '../../operations/families.js';
import { openApiDocument } from '../openapi/openapi-document.js';
import { nothingHere } from '../problem.js';
import type { ServerContext } from '../server-context.js';
import { docsPage } from './docs-page.js';
import { docsScript } from './docs-script.js';
import { docsStyle } from './docs-style.js';

/** What the server can do: for programs as OpenAPI, for people as a page to try it, and what each error means. */
export async function docsRoutes(app: FastifyInstance, { version }: ServerContext): Promise<void> {
  const config = { scope: 'public' } as const;
  const document = JSON.stringify(openApiDocument(await allOperations(), version));
  app.get('/api/openapi.json', { config }, (_, reply) => reply.type('application/json').send(document));
  app.get('/api/docs', { config }, (_, reply) => reply.type('text/html; charset=utf-8').send(docsPage));
  app.get('/api/docs/script.js', { config }, (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(docsScript),
  );
  app.get('/api/docs/style.css', { config }, (_, reply) =>
    reply.type('text/css; charset=utf-8').send(docsStyle),
  );

  app.get('/api/errors/:code', { config }, async (request) => {
    const { code } = request.params as { readonly code: string };
    if (!Object.hasOwn(errorCatalogue, code)) throw nothingHere(request.url);
    const known = code as keyof typeof errorCatalogue;
    return { code, meaning: errorCatalogue[known].meaning, status: httpStatus[known] };
  });
}
