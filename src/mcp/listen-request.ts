import { isJSONRPCRequest, type JSONRPCRequest, type RequestId } from '@modelcontextprotocol/server';

/** A `subscriptions/listen` of revision 2026-07-28, and the resources that it names. */
export interface ListenRequest {
  readonly id: RequestId;
  readonly uris: readonly string[];
  /** The same request with only these resources. */
  naming(uris: readonly string[]): JSONRPCRequest;
}

/** Reads a message as such a request; `undefined` where it is another one, or names no resources. */
export function listenRequest(message: unknown): ListenRequest | undefined {
  if (!isJSONRPCRequest(message) || message.method !== 'subscriptions/listen') return undefined;
  const { params = {} } = message;
  const notifications = params.notifications as Record<string, unknown> | undefined;
  const named = notifications?.resourceSubscriptions;
  if (!Array.isArray(named) || !named.every((uri) => typeof uri === 'string')) return undefined;
  return {
    id: message.id,
    uris: named,
    naming: (uris) => ({
      ...message,
      params: { ...params, notifications: { ...notifications, resourceSubscriptions: [...uris] } },
    }),
  };
}
