// Loaded before a program of the soak lab: answers every message of the lab with the memory of the process, after a
// full collection. Needs --expose-gc. It does not keep the process alive.
process.on('message', () => {
  globalThis.gc();
  const { heapUsed, rss } = process.memoryUsage();
  if (process.connected) process.send({ memory: { heapUsed, rss } });
});
process.channel?.unref();
