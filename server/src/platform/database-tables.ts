import type { AccountTables } from "./account-tables.ts";
import type { ChairTables } from "./chair-tables.ts";
import type { DeliveryTables } from "./delivery-tables.ts";
import type { FeedbackTables } from "./feedback-tables.ts";
import type { NetworkTables } from "./network-tables.ts";
import type { NotificationTables } from "./notification-tables.ts";
import type { OrderTables } from "./order-tables.ts";
import type { UploadTables } from "./upload-tables.ts";

/** Every table as the migrations leave it, under the database's own names. */
export interface Tables
  extends AccountTables,
    NetworkTables,
    OrderTables,
    ChairTables,
    DeliveryTables,
    FeedbackTables,
    NotificationTables,
    UploadTables {}
