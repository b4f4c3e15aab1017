import { pbkdf2Sync, randomBytes } from "node:crypto";
import { serverUsername } from "./broker-rights.ts";

/** The iteration count of mosquitto_passwd; a secret of 256 random bits needs no slow hash. */
const iterations = 101;
const saltBytes = 12;
const hashBytes = 64;

/** Hashes a secret for the password file of Mosquitto 2 and later: PBKDF2 with SHA-512. */
export function hashBrokerPassword(secret: string): string {
  const salt = randomBytes(saltBytes);
  const hash = pbkdf2Sync(secret, salt, iterations, hashBytes, "sha512");
  return `$7$${iterations}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

export interface BrokerLogin {
  readonly name: string;
  /** The hash that `hashBrokerPassword` returns. */
  readonly password: string;
}

const passwordFile = (logins: readonly BrokerLogin[]): string =>
  logins.map(({ name, password }) => `${name}:${password}\n`).join("");

const chairRights = `pattern write chairs/%u/state
pattern write chairs/%u/reply
pattern write chairs/%u/event
pattern read chairs/%u/command
pattern read chairs/%u/receipt
`;

const serverRights = `user ${serverUsername}
topic read chairs/+/state
topic read chairs/+/reply
topic read chairs/+/event
topic write chairs/+/command
topic write chairs/+/receipt
`;

/** Generated files by name; unlike the configuration, they are replaced each time the command `broker config` runs. */
export const mosquittoData = (
  chairs: readonly BrokerLogin[],
  server: BrokerLogin,
): Readonly<Record<string, string>> => ({
  "chairs.passwords": passwordFile(chairs),
  "chairs.acl": chairRights,
  "server.passwords": passwordFile([server]),
  "server.acl": serverRights,
});

export interface MosquittoListeners {
  readonly chairs: string;
  readonly servers: string;
}

/**
 * Chairs and servers have separate listeners, since only a chair's client ID is replaced by its user name. Thus no
 * chair can take over the MQTT session of another chair or of a server. Mosquitto cannot limit retained messages to one
 * topic, so servers ignore retained replies and events.
 */
export const mosquittoConfig = (
  folder: string,
  { chairs, servers }: MosquittoListeners,
): string => `per_listener_settings true
# Chairs that connect at once after an outage must not overflow the servers' queue: a state message that the broker drops is not sent again.
max_queued_messages 100000
max_inflight_messages 1000
message_size_limit 2048
persistence false
set_tcp_nodelay true

listener ${chairs}
allow_anonymous false
max_qos 1
use_username_as_clientid true
password_file ${folder}/chairs.passwords
acl_file ${folder}/chairs.acl

listener ${servers}
allow_anonymous false
max_qos 1
password_file ${folder}/server.passwords
acl_file ${folder}/server.acl
`;
