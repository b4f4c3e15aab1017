import { createHash, createHmac, pbkdf2Sync, randomBytes, scryptSync } from "node:crypto";
import pg from "pg";
import { StartError } from "#platform/config/settings.ts";
import { withClient } from "#platform/postgres/with-client.ts";

/** This role has only the rights that the application needs; migrations run as the owner. */
export const applicationRole = "reposo_app";

export interface ApplicationLogin {
  connection: pg.PoolConfig;
  /** The role to assume by SET ROLE, if the login role is only a member of the application's role. */
  role?: typeof applicationRole;
}

/**
 * Key of an advisory lock. Migrations use 7_370_736; creating monthly partitions 7_370_737, and login keys 7_370_739.
 */
const applicationLoginLock = 7_370_738;

const application_name = "reposo login";

/** Maximum number of attempts to change the role. */
const maxAttempts = 10;

/** SQLSTATE class 28: PostgreSQL refuses the login because of pg_hba.conf, the password, or the role. */
const refused = /^28/;

/**
 * Returns the login of the application, which lacks the owner's rights and cannot regain them by SET ROLE. If
 * `connection` has the owner's rights, the application logs in as `reposo_app` instead. That role's password is derived
 * from the owner's password, so that all servers with the same DATABASE_URL derive the same password.
 * @throws StartError if PostgreSQL refuses the login and the owner cannot, or must not, change it
 */
export async function openApplicationLogin({
  connection,
  owner,
}: {
  connection: pg.PoolConfig;
  owner: pg.PoolConfig;
}): Promise<ApplicationLogin> {
  // This client never connects; the driver resolves user and password from the URL and the environment.
  const { user, password } = new pg.Client(connection);
  if (user === applicationRole) {
    await ensureLogin({
      login: connection,
      owner,
      password: password ?? null,
      isManaged: false,
      mayLogIn: true,
    });
    return { connection };
  }
  const { hasOwnersRights, mayLogIn } = await readRights(connection);
  if (!hasOwnersRights) return { connection, role: applicationRole };
  const derived = password ? derivePassword(password) : null;
  const login = asUser(connection, applicationRole, derived);
  await ensureLogin({ login, owner, password: derived, isManaged: true, mayLogIn });
  return { connection: login };
}

interface Login {
  login: pg.PoolConfig;
  owner: pg.PoolConfig;
  password: string | null;
  /** Whether this module derives the password; false if the operator chose it. */
  isManaged: boolean;
  /** False if the role is known to have no login yet: an attempt would only add an error to PostgreSQL's log. */
  mayLogIn: boolean;
}

async function ensureLogin({ login, owner, mayLogIn, ...credential }: Login): Promise<void> {
  const refusal = mayLogIn
    ? await tryLogin(login)
    : new Error(`role "${applicationRole}" is not permitted to log in`);
  if (refusal === null) return;
  if (login === owner) throw refusedLogin(refusal);
  await withClient({ application_name, ...owner }, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [applicationLoginLock]);
    for (let attempt = 1; ; attempt += 1) {
      const role = await readRole(client);
      if (role?.mayLogIn && (await tryLogin(login)) === null) return;
      // A password that the operator chose is not replaced, since it may be in use elsewhere.
      if (!role || (role.mayLogIn && !(credential.isManaged && role.isManaged))) throw refusedLogin(refusal);
      try {
        await allowLogin(client, credential);
        break;
      } catch (error) {
        // The lock excludes only servers of this database, but all databases of a cluster share the role.
        if (attempt === maxAttempts || !isConcurrentChange(error)) throw refusedLogin(error);
      }
    }
    const stillRefused = await tryLogin(login);
    if (stillRefused !== null) throw refusedLogin(stillRefused);
  });
}

/** Returns the comment on the role that marks a login which this module manages for the role `ownerName`. */
const ownerComment = (ownerName: string) => `Its login is managed by Reposo for role ${ownerName}`;

async function readRole(client: pg.Client): Promise<{ mayLogIn: boolean; isManaged: boolean } | undefined> {
  const { rows } = await client.query<{ mayLogIn: boolean; comment: string | null; owner: string }>(
    `SELECT rolcanlogin AS "mayLogIn", shobj_description(oid, 'pg_authid') AS comment, session_user AS owner
     FROM pg_roles WHERE rolname = $1`,
    [applicationRole],
  );
  const [role] = rows;
  return role && { mayLogIn: role.mayLogIn, isManaged: role.comment === ownerComment(role.owner) };
}

async function allowLogin(
  client: pg.Client,
  { password, isManaged }: Pick<Login, "password" | "isManaged">,
): Promise<void> {
  const secret = password === null ? "" : ` PASSWORD ${pg.escapeLiteral(scramVerifier(password))}`;
  const { rows } = await client.query<{ owner: string }>("SELECT session_user AS owner");
  const comment = isManaged ? pg.escapeLiteral(ownerComment(rows[0]?.owner ?? "")) : "NULL";
  // PostgreSQL executes both statements in one transaction, so that no other server sees the login without its comment.
  await client.query(
    `ALTER ROLE ${applicationRole} LOGIN${secret}; COMMENT ON ROLE ${applicationRole} IS ${comment}`,
  );
}

/** Returns whether another transaction changed the role or its comment at the same time. */
function isConcurrentChange(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return (
    code === "23505" || (code === "XX000" && /^tuple concurrently (updated|deleted)$/.test(message ?? ""))
  );
}

/** Returns null if the login succeeds, and PostgreSQL's refusal otherwise. @throws other errors */
async function tryLogin(connection: pg.PoolConfig): Promise<Error | null> {
  try {
    await withClient({ application_name, ...connection }, async () => {});
    return null;
  } catch (error) {
    if (error instanceof Error && refused.test((error as { code?: string }).code ?? "")) return error;
    throw error;
  }
}

async function readRights(
  connection: pg.PoolConfig,
): Promise<{ hasOwnersRights: boolean; mayLogIn: boolean }> {
  return withClient({ application_name, ...connection }, async (client) => {
    const { rows } = await client.query<{ hasOwnersRights: boolean | null; mayLogIn: boolean }>(
      `SELECT (SELECT pg_has_role(session_user, relowner, 'MEMBER') OR has_table_privilege(session_user, oid, 'UPDATE')
          FROM pg_class WHERE oid = to_regclass('ledger_entry')) AS "hasOwnersRights",
        EXISTS (SELECT FROM pg_roles WHERE rolname = $1 AND rolcanlogin) AS "mayLogIn"`,
      [applicationRole],
    );
    return { hasOwnersRights: rows[0]?.hasOwnersRights === true, mayLogIn: rows[0]?.mayLogIn === true };
  });
}

const refusedLogin = (cause: unknown) =>
  new StartError(
    `the application cannot log in to the database as ${applicationRole} (${cause instanceof Error ? cause.message : String(cause)}); ` +
      `as the database's administrator run ALTER ROLE ${applicationRole} LOGIN PASSWORD '…', allow it in pg_hba.conf, ` +
      "then set DATABASE_URL to that role and MIGRATION_DATABASE_URL to the owner",
    { cause },
  );

/** Sets user and password in the query string, which the driver prefers and which works without a host. */
function asUser(connection: pg.PoolConfig, user: string, password: string | null): pg.PoolConfig {
  if (connection.connectionString === undefined)
    return { ...connection, user, ...(password === null ? {} : { password }) };
  const url = new URL(connection.connectionString);
  url.username = "";
  url.password = "";
  url.searchParams.set("user", user);
  if (password === null) url.searchParams.delete("password");
  else url.searchParams.set("password", password);
  return { ...connection, connectionString: url.href };
}

/** Uses a slow derivation, so that the owner's password cannot be guessed from the derived password. */
const derivePassword = (ownerPassword: string): string =>
  scryptSync(ownerPassword, applicationRole, 24).toString("base64url");

/** Returns the SCRAM verifier that PostgreSQL stores (RFC 5803), so that no statement or log contains the password. */
function scramVerifier(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password.normalize("NFKC"), salt, iterations, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const storedKey = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${keyOf("Server Key").toString("base64")}`;
}
