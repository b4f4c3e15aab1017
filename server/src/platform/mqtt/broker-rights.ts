import { maxChairMessageBytes, parseChairTopic } from "@reposo/contract/devices/chair-topics.ts";

/** The user name that all servers share; each server has its own client ID. */
export const serverUsername = "reposo-server";

const deviceIdPattern = /^[A-Z0-9]{4,20}$/;
/** Topics on which chairs publish; servers publish on the other topics of a chair. */
const upTopics = ["state", "reply", "event"];
const serverFilter = /^chairs\/(?:\+|[A-Z0-9]{4,20})\/(?:state|reply|event)$/;

export type BrokerUser = { kind: "server" } | { kind: "device"; deviceId: string };

/** Returns the user that a connection claims to be; null if the user name or client ID is invalid. */
export function claimedUser(clientId: string, username: string | undefined): BrokerUser | null {
  // With a device ID as its client ID, a server would take over the connection of that chair.
  if (username === serverUsername) return deviceIdPattern.test(clientId) ? null : { kind: "server" };
  if (username === undefined || !deviceIdPattern.test(username)) return null;
  return username === clientId ? { kind: "device", deviceId: username } : null;
}

export interface Publication {
  topic: string;
  qos: number;
  retain: boolean;
  payload: string | Buffer;
}

/** Returns the reason why the user may not publish this message, or null. */
export function publishRefusal(
  user: BrokerUser,
  { topic, qos, retain, payload }: Publication,
): string | null {
  const parsed = parseChairTopic(topic);
  if (!parsed) return "no topic of a chair";
  const isUp = upTopics.includes(parsed.topic);
  if (user.kind === "server" ? isUp : !isUp || parsed.deviceId !== user.deviceId)
    return "not this user's topic";
  if (qos > 1) return "quality of service 2";
  if (retain && parsed.topic !== "state") return "only a state is retained";
  if (Buffer.byteLength(payload) > maxChairMessageBytes) return "message too large";
  return null;
}

export function maySubscribe(user: BrokerUser, filter: string): boolean {
  if (user.kind === "server") return serverFilter.test(filter);
  const parsed = parseChairTopic(filter);
  return parsed !== null && parsed.deviceId === user.deviceId && !upTopics.includes(parsed.topic);
}
