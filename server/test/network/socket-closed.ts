import type { Socket } from "node:net";

/** Resolves once the socket is closed, also after an error: a peer may reset a connection with unread data. */
export const socketClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once("close", () => resolve());
  });
