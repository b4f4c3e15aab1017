export interface ServerSentEvent {
  readonly name: string;
  readonly id: string | null;
  /** Empty where the server only says how far the stream is. */
  readonly data: string;
  /** How long to wait before connecting again, in milliseconds; 0 where the server says nothing new about it. */
  readonly retry: number;
}

/** Feeds on pieces of a text/event-stream as they arrive and gives back the events that are complete. */
export function createEventParser(): (piece: string) => ServerSentEvent[] {
  let rest = "";
  let name = "message";
  let id: string | null = null;
  let idGiven = false;
  let data: string[] = [];
  let retry = 0;

  return (piece) => {
    const events: ServerSentEvent[] = [];
    // A piece may end between CR and LF: the CR waits for what follows it.
    const text = rest + piece;
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
