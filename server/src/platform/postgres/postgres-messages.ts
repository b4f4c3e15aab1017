const maxLength = 500;

/**
 * Returns a function that takes the lines of PostgreSQL's log, and calls `report` with each message, such as a statement
 * of several lines, as one shortened line.
 */
export function reportInOneLine(report: (message: string) => void): (line: string) => void {
  let message: string | null = null;
  const end = () => {
    if (message !== null) report(message.length > maxLength ? `${message.slice(0, maxLength)}…` : message);
    message = null;
  };
  return (line) => {
    // A line that begins with a tab continues the previous one.
    if (message !== null && line.startsWith("\t")) {
      if (message.length <= maxLength) message = `${message.trimEnd()} ${line.trim()}`;
      return;
    }
    end();
    message = line;
    // PostgreSQL writes a message at once, so that the rest of it is read before the next turn of the event loop.
    setImmediate(end);
  };
}
