import type { AccountTables } from "./tables/account-tables.ts";
import type { ChairTables } from "./tables/chair-tables.ts";
import type { DeliveryTables } from "./tables/delivery-tables.ts";
import type { FeedbackTables } from "./tables/feedback-tables.ts";
import type { NetworkTables } from "./tables/network-tables.ts";
import type { NotificationTables } from "./tables/notification-tables.ts";
import type { OrderTables } from "./tables/order-tables.ts";
import type { UploadTables } from "./tables/upload-tables.ts";

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
