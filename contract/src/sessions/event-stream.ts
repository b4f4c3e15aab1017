/**
 * Path of the live events, which are server-sent events. The browser reads them with `fetch`, because EventSource
 * cannot send the Access-Token header. A stream resumes after `Last-Event-ID`; if that event is no longer stored, the
 * server sends `reset` and the client refetches its data.
 *
 * A token may have eight streams per server. A ninth stream closes the oldest one. The last field that the server sends
 * on the closed stream is `retry`: the time in milliseconds that its client must wait before it reconnects. The time is
 * 1,000, doubles with each further closed stream up to 60,000, and is 1,000 again if none is closed for twice the time.
 * While the token has eight streams, the server refuses an earlier reconnection with 429.
 */
export const liveEventsPath = "/web/api/v1/events";
