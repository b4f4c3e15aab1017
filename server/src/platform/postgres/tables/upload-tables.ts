import type { Generated } from "kysely";

/** Files that people send. */
export interface UploadTables {
  upload: UploadTable;
  upload_usage: UploadUsageTable;
}

interface UploadUsageTable {
  day: string;
  subject: string;
  files: number;
  bytes: number;
}

interface UploadTable {
  dir: string;
  customer_id: string | null;
  account_id: string | null;
  address_hash: Buffer;
  issued_at: Date;
  expires_at: Date;
  receiver: string | null;
  held_until: Date | null;
  key: string | null;
  kind: "picture" | "video" | null;
  content_type: string | null;
  bytes: number | null;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  has_poster: Generated<boolean>;
  stored_at: Date | null;
  feedback_id: string | null;
  position: number | null;
}
