export interface ServerSentEvent {
  readonly name: string;
  /** The latest ID that the stream has sent; null before the first. */
  readonly id: string | null;
  /** The data of the event; empty if it only advances the position in the stream or sets `retry`. */
  readonly data: string;
  /** The delay in milliseconds that the server requests before the next connection; 0 if it is unchanged. */
  readonly retry: number;
}

/** Returns a function that parses the next chunk of a text/event-stream, and returns the events that are complete. */
export function createEventParser(): (chunk: string) => ServerSentEvent[] {
  let rest = "";
  let name = "message";
  let id: string | null = null;
  /** Whether the current event contains an ID, which is reported even if the event has no data. */
  let idGiven = false;
  let data: string[] = [];
  let retry = 0;

  return (chunk) => {
    const events: ServerSentEvent[] = [];
    // A chunk may end between CR and LF, so a CR at the end is parsed with the next chunk.
    const text = rest + chunk;
    const held = text.endsWith("\r") ? "\r" : "";
    const lines = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? "") + held;
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0 || idGiven || retry > 0) events.push({ name, id, data: data.join("\n"), retry });
        name = "message";
        retry = 0;
        idGiven = false;
        data = [];
        continue;
      }
      const colon = line.indexOf(":");
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") name = value;
      else if (field === "data") data.push(value);
      else if (field === "retry") retry = Number(value) || 0;
      else if (field === "id") {
        id = value;
        idGiven = true;
      }
    }
    return events;
  };
}
