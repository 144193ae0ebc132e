import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  /** As it stands, without being tidied up. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Certificate of the server, for https. */
  readonly ca?: Buffer;
}

/** A request with headers that `fetch` does not let anybody set: `Host`, `Origin`. The answer as it came. */
export function rawRequest(
  url: string,
  { method = 'GET', path, headers = {}, body, ca }: RawRequest = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? encrypted : plain;
    const options = {
      method,
      headers: { connection: 'close', ...headers },
      ...(path !== undefined && { path }),
      ...(ca && { ca, servername: 'localhost', checkServerIdentity: () => undefined }),
    };
    const asked = request(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
      answer.on('error', reject);
    });
    asked.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: '' });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
