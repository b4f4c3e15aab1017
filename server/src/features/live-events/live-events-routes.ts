import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import type { FastifyInstance } from "fastify";
import { authorize } from "#platform/http/authorize.ts";
import type { LiveEvents } from "./create-live-events.ts";

/**
 * Registers the stream of server-sent events, which has no JSON envelope. A refused request gets the usual JSON error.
 */
export function registerLiveEventsRoutes(http: FastifyInstance, liveEvents: LiveEvents): void {
  const options = { exposeHeadRoute: false, config: { isStream: true } };
  http.get(`/api${liveEventsPath}`, options, async (request, reply) => {
    const caller = await authorize(request, { access: "token" });
    liveEvents.refuseWhenFull(caller);
    const lastEventId = request.headers["last-event-id"];
    reply.hijack();
    liveEvents.openEventStream(
      reply.raw,
      reply.getHeaders(),
      caller,
      Array.isArray(lastEventId) ? lastEventId[0] : lastEventId,
    );
  });
}
