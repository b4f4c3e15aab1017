import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import type { createBrokerSockets } from "./broker-sockets.ts";

/** A private key and its certificate chain in PEM format. */
export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

export interface TlsListener extends Certificate {
  readonly port: number;
}

interface BrokerListenersDependencies {
  readonly host: string;
  readonly sockets: Pick<ReturnType<typeof createBrokerSockets>, "admit">;
  /** Handles a socket that is ready for MQTT. The handler calls `onConnected` when the CONNECT packet is complete. */
  readonly handle: (socket: Socket, onConnected: () => void) => void;
}

/**
 * Opens the broker's ports. A connection is checked against the limits before any of its bytes are read, even for TLS.
 */
export function createBrokerListeners({ host, sockets, handle }: BrokerListenersDependencies) {
  const servers: Server[] = [];
  let secureContext: SecureContext | undefined;

  async function open(port: number, accept: (socket: Socket, onConnected: () => void) => void) {
    const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
      // A connection that fails before it is handled is not an error of the server.
      socket.on("error", () => {});
      const onConnected = sockets.admit(socket);
      if (onConnected !== null) accept(socket, onConnected);
    });
    servers.push(server);
    server.listen({ host, port });
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  }

  return {
    listen: (port: number): Promise<number> => open(port, handle),
    listenTls({ port, ...certificate }: TlsListener): Promise<number> {
      secureContext = createSecureContext(certificate);
      return open(port, (socket, onConnected) => {
        const secure = new TLSSocket(socket, { isServer: true, secureContext });
        secure.on("error", () => socket.destroy());
        secure.once("secure", () => handle(secure, onConnected));
      });
    },
    /** Later TLS connections receive this certificate; open connections stay open. */
    replaceCertificate(certificate: Certificate): void {
      secureContext = createSecureContext(certificate);
    },
    async close(): Promise<void> {
      const closed = servers.map((server) => server.listening && once(server, "close"));
      for (const server of servers) server.close();
      await Promise.all(closed.filter((closing) => closing !== false));
    },
  };
}
