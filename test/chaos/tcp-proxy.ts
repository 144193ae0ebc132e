import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A relay to a port of this machine whose links can be cut, delayed, frozen and refused. */
export class TcpProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #delayMs = 0;
  #isRefusing = false;
  #thaw: Promise<void> | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#relay(client));
  }

  static async open(port: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(port);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Cuts every link without a word; the number of links is the answer. */
  cut(): number {
    const count = this.#sockets.size / 2;
    for (const socket of this.#sockets) socket.resetAndDestroy();
    return count;
  }

  /** Takes no link until the answer is called. */
  refuse(): () => void {
    this.#isRefusing = true;
    return () => {
      this.#isRefusing = false;
    };
  }

  /** Delays every chunk until the answer is called. */
  delay(ms: number): () => void {
    this.#delayMs = ms;
    return () => {
      this.#delayMs = 0;
    };
  }

  /** Lets nothing pass until the answer is called. */
  freeze(): () => void {
    let thaw = (): void => {};
    this.#thaw = new Promise((resolve) => {
      thaw = () => {
        this.#thaw = undefined;
        resolve();
      };
    });
    return thaw;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #relay(client: Socket): void {
    if (this.#isRefusing) return void client.resetAndDestroy();
    const upstream = connect({ port: this.#port, host: '127.0.0.1', allowHalfOpen: true });
    this.#pass(client, upstream);
    this.#pass(upstream, client);
  }

  /** In order, whatever delays the chunks. */
  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    let last = Promise.resolve();
    const then = (work: () => void): void => {
      last = last.then(() => this.#pause()).then(() => void (to.destroyed || work()));
    };
    from.on('data', (chunk) => then(() => void to.write(chunk)));
    from.on('end', () => then(() => void to.end()));
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }

  async #pause(): Promise<void> {
    await this.#thaw;
    const ms = this.#delayMs;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  }
}
