import { randomUUID } from "node:crypto";
import { importCoupons } from "#features/coupons/index.ts";
