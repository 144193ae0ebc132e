import {
  isJSONRPCErrorResponse,
  ProtocolErrorCode,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import { isNotFound, RESOURCE_NOT_FOUND } from './protocol-error.js';

/**
 * Revision 2025-11-25 has a number of its own for a resource that does not exist. The SDK (2.4) writes that of 2026-07-28
 * to everybody; for clients of the older revision it is put back.
 */
export function withOlderCodes(server: Server): Server {
  const connect = server.connect.bind(server);
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      const isOlder = server.getNegotiatedProtocolVersion() !== '2026-07-28';
      if (!isOlder || !isJSONRPCErrorResponse(message)) return send(message, options);
      const { error } = message;
      const isAbsent = error.code === ProtocolErrorCode.InvalidParams && isNotFound(error.data);
      return send(
        isAbsent ? { ...message, error: { ...error, code: RESOURCE_NOT_FOUND } } : message,
        options,
      );
    };
    return connect(transport);
  };
  return server;
}
