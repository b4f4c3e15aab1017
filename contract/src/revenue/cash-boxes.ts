import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { ExportFormat, ExportTicket } from "./exports.ts";
import {
  ChosenOutlets,
  Count,
  CurrencyField,
  FilterDeviceId,
  GivenDeviceId,
  GivenId,
  Instant,
  NextPage,
  PageFields,
  PerCurrency,
  Nullable,
  OneOf,
  Page,
  Request,
  SignedAmount,
  Uuid,
} from "#fields.ts";
import { ReportRange } from "./report-range.ts";
import { maxNoteCharacters } from "#text/text-limits.ts";
import { boxSorts, differenceGroups } from "./report-values.ts";
import { maxCounted } from "#money/currencies.ts";

const Counted = Type.Integer({
  minimum: 0,
  maximum: maxCounted,
  description: "Counted amount in minor units.",
});
const Note = Type.String({
  format: "typed-text",
  maxLength: 2_000,
  description: `Note of at most ${maxNoteCharacters} grapheme clusters.`,
});

const Cash = {
  ...SignedAmount,
  description:
    "Amount inserted since the last collection according to the chair's coin counter, in minor units.",
};

const CashBox = Type.Object({
  deviceId: Type.String(),
  areaId: Type.String(),
  areaName: Type.String(),
  currency: CurrencyField,
  cash: Cash,
  lastCollectedAt: Nullable(Instant, "Instant of the last collection; null if the box was never emptied."),
  lastCollectedBy: Nullable(Type.String(), "Name of the account that emptied the box last."),
});
export type CashBox = Static<typeof CashBox>;

export const cashBoxes = endpoint("cashBoxes", {
  summary: "Lists the cash boxes of the chairs of the selected outlets with their current cash.",
  request: Request({
    ...ChosenOutlets,
    deviceId: Type.Optional(FilterDeviceId),
    sort: Type.Optional(
      OneOf(
        boxSorts,
        "Order of the boxes. `amount`: by currency, most cash first. `days`: never collected boxes first, then the longest time since the last collection. `outlet` (default): by name of the outlet and device ID.",
      ),
    ),
    ...PageFields,
  }),
  reply: Type.Object({ asOf: Instant, boxes: Type.Array(CashBox), ...NextPage }),
  codes: ["outletNotFound"],
});

const OutletCash = Type.Object({
  areaId: Type.String(),
  areaName: Type.String(),
  currency: CurrencyField,
  cash: { ...Cash, description: "Sum of the cash in the outlet's cash boxes, in minor units." },
  boxes: { ...Count, description: "Number of cash boxes." },
});
export type OutletCash = Static<typeof OutletCash>;

export const outletCash = endpoint("outletCash", {
  summary:
    "Lists the selected outlets that have chairs with their current cash, by currency, most cash first.",
  request: Request({ ...ChosenOutlets, ...PageFields }),
  reply: Page(OutletCash),
  codes: ["outletNotFound"],
});

export const collectionKinds = ["collection", "correction", "adjustment", "void"] as const;
export type CollectionKind = (typeof collectionKinds)[number];

export const Collection = Type.Object({
  collectionId: Uuid,
  kind: OneOf(
    collectionKinds,
    "Kind of the entry. `collection`: a cash box was emptied. `correction`: replaces the counted amount of an earlier entry. `adjustment`: replaces the expected amount, because an earlier collection of the same box arrived later or was voided. `void`: the collection was recorded for the wrong chair and no longer counts; its amounts are 0.",
  ),
  deviceId: Type.String(),
  areaId: Type.String(),
  areaName: Type.String(),
  currency: CurrencyField,
  counted: Counted,
  expected: {
    ...Cash,
    description:
      "Amount inserted since the previous collection according to the chair's coin counter, in minor units.",
  },
  difference: { ...SignedAmount, description: "`counted` minus `expected`, in minor units; not income." },
  note: Nullable(Type.String()),
  hasPhoto: Type.Boolean({
    description:
      "Whether a photo was added to this entry and not deleted since; photos are deleted at the end of their retention (MEDIA_RETENTION_DAYS).",
  }),
  collectedAt: Instant,
  collectedBy: Type.String({ description: "Name of the account that emptied the box." }),
  recordedAt: Instant,
  recordedBy: Type.String({ description: "Name of the account that recorded this entry." }),
  correctsId: Nullable(Uuid, "ID of the entry that this one replaces."),
  correctedById: Nullable(Uuid, "ID of the entry that replaces this one; null if it was not replaced."),
  movedFromId: Nullable(Uuid, "ID of the entry of the wrong chair from which this collection was moved."),
  movedToDeviceId: Nullable(
    Type.String(),
    "ID of the chair to which a voided collection was moved; null if it was not moved.",
  ),
});
export type Collection = Static<typeof Collection>;

const ClientId = {
  ...Uuid,
  description:
    "UUID that the client generates for the entry and sends again with each retry, so that the call is idempotent.",
};

export const recordCollection = endpoint("recordCollection", {
  summary: "Records a collection of a cash box with the counted amount. Repeating the call has no effect.",
  request: Request({
    collectionId: ClientId,
    deviceId: {
      ...GivenDeviceId,
      description:
        "Device ID as typed or scanned, in upper or lower case. An unknown ID is answered with code 20701.",
    },
    counted: Counted,
    currency: CurrencyField,
    note: Type.Optional(Note),
    collectedAt: {
      ...Instant,
      description:
        "Instant at which the box was emptied, at most 60 days ago. It may lie in the past because a client can record collections offline and send them later.",
    },
  }),
  reply: Collection,
  codes: ["chairNotOfOutlets", "collectionCurrency", "idempotencyKeyReused"],
});

export const addCollectionPhoto = endpoint("addCollectionPhoto", {
  summary:
    "Adds an uploaded picture to a collection that the caller recorded. A collection that already has a photo keeps it, and the call changes nothing.",
  request: Request({
    collectionId: GivenId,
    key: Type.String({
      minLength: 1,
      maxLength: 512,
      description: "Key of an unused picture that the caller uploaded with a policy of `getPolicy`.",
    }),
  }),
  reply: Collection,
  codes: ["collectionNotFound", "uploadRefused"],
});

export const collectionPhoto = endpoint("collectionPhoto", {
  summary: "Retrieves a signed link to the photo of a collection.",
  request: Request({ collectionId: GivenId }),
  reply: Type.Object({
    url: Nullable(
      Type.String(),
      "Path on this server, valid for 15 to 30 minutes without a token; null if the entry has no photo.",
    ),
  }),
  codes: ["collectionNotFound"],
});

export const correctCollection = endpoint("correctCollection", {
  summary:
    "Corrects the counted amount of an entry by a new entry. A `counted` that equals the recorded amount is refused. Repeating the call has no effect.",
  request: Request({
    collectionId: ClientId,
    correctsId: GivenId,
    counted: Counted,
    note: Note,
  }),
  reply: Collection,
  codes: ["collectionNotFound", "collectionCorrected", "idempotencyKeyReused"],
});

export const voidCollection = endpoint("voidCollection", {
  summary:
    "Voids a collection that was recorded for the wrong chair, and records it for the chair in `deviceId`, if given. Repeating the call has no effect.",
  request: Request({
    collectionId: { ...ClientId, description: `ID of the new entry: ${ClientId.description}` },
    correctsId: GivenId,
    deviceId: Type.Optional({
      ...GivenDeviceId,
      description:
        "ID of the chair whose box was emptied. A new entry for this chair has the same amount, time, and collector. Omitted if no box was emptied.",
    }),
    note: Note,
  }),
  reply: Collection,
  codes: [
    "collectionNotFound",
    "collectionCorrected",
    "collectionMoved",
    "chairNotOfOutlets",
    "collectionCurrency",
    "idempotencyKeyReused",
  ],
});

const Narrowed = {
  ...ReportRange,
  ...ChosenOutlets,
  deviceId: Type.Optional(FilterDeviceId),
};

export const collectionList = endpoint("collectionList", {
  summary: "Lists collections of a range with their corrections, newest first.",
  request: Request({ ...Narrowed, ...PageFields }),
  reply: Page(Collection),
  codes: ["outletNotFound"],
});

const differenceSums = {
  currency: CurrencyField,
  collections: { ...Count, description: "Number of collections." },
  counted: { ...SignedAmount, description: "Counted amount in minor units." },
  expected: { ...SignedAmount, description: "Expected amount by coin counter, in minor units." },
  difference: { ...SignedAmount, description: "`counted` minus `expected`, in minor units." },
};

export const collectionDifferences = endpoint("collectionDifferences", {
  summary: "Lists counted and expected amounts of a range by currency and chair, outlet, or collector.",
  request: Request({ ...Narrowed, by: OneOf(differenceGroups, "Grouping of the rows."), ...PageFields }),
  reply: Type.Object({
    from: Instant,
    to: Instant,
    totals: PerCurrency(Type.Object(differenceSums), "Sums of all rows, one per currency."),
    rows: Type.Array(
      Type.Object({
        id: Type.String({ description: "ID of the chair, outlet, or account." }),
        name: Type.String({ description: "Device ID, or name of the outlet or account." }),
        ...differenceSums,
      }),
      { description: "Rows by currency, the largest shortage first." },
    ),
    ...NextPage,
  }),
  codes: ["outletNotFound"],
});

export const collectionExport = endpoint("collectionExport", {
  summary: "Exports collections of a range as a file, or their differences by chair, outlet, or collector.",
  request: Request({
    ...Narrowed,
    rows: OneOf(
      ["collections", ...differenceGroups],
      "Type of the rows: collections, or differences grouped by chair, outlet, or collector.",
    ),
    format: ExportFormat,
    ticket: Type.Optional(ExportTicket),
  }),
  reply: Type.Null(),
  codes: ["outletNotFound", "tooManyTries"],
  respondsWithFile: true,
});
