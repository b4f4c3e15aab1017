import { expect, it } from "vitest";
import { endpoints } from "./endpoints.ts";
import { liveEvents } from "./sessions/live-events.ts";

/** The keywords of a JSON Schema that contain further schemas, or bound an array. */
interface SchemaFields {
  readonly items?: SchemaFields;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, SchemaFields>>;
  readonly anyOf?: readonly SchemaFields[];
}

/** Returns the paths of the arrays of a schema that are neither bounded nor the one list of a page. */
function unboundedArrays(schema: SchemaFields, path: string, isPage = false): string[] {
  const { items, maxItems, properties = {}, anyOf = [] } = schema;
  const children = Object.entries(properties);
  const unboundedLists = children.filter(([, { items: of, maxItems: most }]) => of && most === undefined);
  const isPaged = "nextCursor" in properties && unboundedLists.length === 1;
  return [
    ...(items !== undefined && maxItems === undefined && !isPage ? [path] : []),
    ...(items === undefined ? [] : unboundedArrays(items, `${path}[]`)),
    ...children.flatMap(([name, child]) => unboundedArrays(child, `${path}.${name}`, isPaged)),
    ...anyOf.flatMap((one) => unboundedArrays(one, path)),
  ];
}

/**
 * Lists that the original specification requires without pages (the outlets of an account, and the chairs of an outlet), or that repeat
 * them.
 */
const rowsOfOutlets = ["loginInfo.outlets", "outletList", "incomeDetailByArea.areas", "areaReport.devices"];

/**
 * Rows of one order, feedback, chair, or coupon. They do not grow with the network, because a person has to act for each of them.
 */
const rowsOfOneObject =
  /(?:^adverts|^couponPrices|^feedbackOfOrder|^event order|\.extensions|\.answers|\.areaNames|\.steps|\.orderSteps|^refundRequests\.items|^requestRefund\.items|\.openingHours\[\])$|extensions$/;

it("[NET-2] every array of a response has a maximum length or is a page, except those that the specification requires whole", () => {
  const replies = [
    ...endpoints.map(({ name, reply }) => unboundedArrays(reply as SchemaFields, name)),
    ...Object.entries(liveEvents).map(([name, data]) =>
      unboundedArrays(data as SchemaFields, `event ${name}`),
    ),
  ];
  const unbounded = replies.flat().filter((path) => !rowsOfOneObject.test(path));
  expect(unbounded.sort()).toEqual(rowsOfOutlets.toSorted());
});
