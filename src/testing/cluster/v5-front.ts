import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { SpdyExec, type SpdyStreamType } from './spdy-exec.js';

export interface ExecFront {
  serve(
    incoming: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    target: string,
    streams: readonly Exclude<SpdyStreamType, 'error'>[],
  ): void;
}

/**
 * What an API server does from 1.30 on: it speaks `v5.channel.k8s.io` with the client, and SPDY with the kubelet. A frame
 * 255 with the number of a channel ends that half (KEP-4006).
 */
export function execFront(): ExecFront {
  const server = new WebSocketServer({ noServer: true, handleProtocols: () => 'v5.channel.k8s.io' });
  return {
    serve(incoming, socket, head, target, streams) {
      server.handleUpgrade(incoming, socket, head, (near) => void translate(near, target, streams));
    },
  };
}

async function translate(
  near: WebSocket,
  target: string,
  streams: readonly Exclude<SpdyStreamType, 'error'>[],
): Promise<void> {
  const open = new Set<SpdyStreamType>(['error', ...streams.filter((type) => OUTPUTS.has(type))]);
  const early: Buffer[] = [];
  const hold = (data: RawData): void => void early.push(data as Buffer);
  near.on('message', hold);
  near.on('error', () => {});
  // The connection of a client that stays away is closed, and so is the one behind it.
  let far: SpdyExec | undefined;
  far = await SpdyExec.open(target, ['error', ...streams], {
    data(type, bytes) {
      const channel = CHANNELS[type];
      if (near.bufferedAmount > HIGH_WATER) far?.pause();
      near.send(Buffer.concat([Buffer.from([channel]), bytes]), () => {
        if (near.bufferedAmount <= HIGH_WATER) far?.resume();
      });
    },
    ended(type) {
      open.delete(type);
      if (open.size === 0) near.close(1000);
    },
    closed: () => (open.size === 0 ? near.close(1000) : near.terminate()),
  }).catch((error: Error) => {
    near.close(1011, error.message.slice(0, 100));
    return undefined;
  });
  const there = far;
  if (!there) return;
  if (near.readyState !== near.OPEN) there.destroy();
  near.once('close', () => there.destroy());
  there.onDrain(() => near.resume());
  const take = (data: RawData): void => {
    const frame = data as Buffer;
    const [channel = 0] = frame;
    const closes = channel === CLOSE;
    const type = TYPES[closes ? (frame[1] ?? 0) : channel];
    if (type && !there.write(type, closes ? Buffer.alloc(0) : frame.subarray(1), closes)) near.pause();
  };
  near.off('message', hold);
  for (const frame of early) take(frame);
  near.on('message', take);
}

const CHANNELS: Readonly<Record<SpdyStreamType, number>> = {
  stdin: 0,
  stdout: 1,
  stderr: 2,
  error: 3,
  resize: 4,
};
const TYPES: Readonly<Record<number, SpdyStreamType>> = { 0: 'stdin', 4: 'resize' };
const OUTPUTS: ReadonlySet<SpdyStreamType> = new Set(['stdout', 'stderr']);
const CLOSE = 255;
const HIGH_WATER = 1024 * 1024;
