import type { Generated } from "kysely";

/** Who may come in. */
export interface AccountTables {
  account: AccountTable;
  customer: CustomerTable;
  session: SessionTable;
  login_key: LoginKeyTable;
  login_nonce: LoginNonceTable;
  server_key: ServerKeyTable;
  login_known_address: LoginKnownAddressTable;
  login_known_browser: LoginKnownBrowserTable;
  try_window: TryWindowTable;
  export_ticket: ExportTicketTable;
}

interface AccountTable {
  account_id: string;
  kind: "outletManager" | "operator";
  login_name: string;
  password_hash: string;
  display_name: string;
  phone: string | null;
  permissions: Generated<("home" | "details" | "user" | "cash")[]>;
  country: Generated<string>;
  currency: Generated<string>;
  time_zone: Generated<string>;
  password_expires_at: Generated<Date | null>;
  created_at: Date;
  disabled_at: Date | null;
  deleted_at: Date | null;
}

interface CustomerTable {
  customer_id: string;
  created_at: Date;
}

interface SessionTable {
  token_hash: Buffer;
  account_id: string | null;
  customer_id: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: "logout" | "loggedInElsewhere" | "disabled" | "passwordChanged" | null;
}

interface LoginKeyTable {
  key_id: string;
  sealed_private_key: Buffer;
  public_key: Buffer;
  created_at: Date;
  expires_at: Date;
}

interface ServerKeyTable {
  key_id: string;
  purpose: "guestToken" | "upload" | "vapid";
  sealed_secret: Buffer;
  created_at: Date;
  retired_at: Date | null;
  expires_at: Date;
}

interface LoginNonceTable {
  nonce_hash: Buffer;
  key_id: string;
  expires_at: Date;
}

interface LoginKnownAddressTable {
  account_id: string;
  address_hash: Buffer;
  last_login_at: Date;
}

interface LoginKnownBrowserTable {
  account_id: string;
  browser_hash: Buffer;
  last_login_at: Date;
}

interface TryWindowTable {
  subject: string;
  window_start: Date;
  tries: number;
}

interface ExportTicketTable {
  ticket_hash: Buffer;
  session_hash: Buffer;
  operation: string;
  query_hash: Buffer;
  language: "en_US" | "zh_CN" | "zh_TW" | "id_ID";
  offset_minutes: number | null;
  expires_at: Date;
}
