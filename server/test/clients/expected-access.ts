/** The result codes that each kind of caller expects, by the object of an operation. */
export const callers = ["anonymous", "guest", "manager", "viewer", "outsider"] as const;
export const targets = ["here", "there", "absent"] as const;
export type CallerName = (typeof callers)[number];
export type Target = (typeof targets)[number];

export interface Ids {
  readonly deviceId: string;
  readonly areaId: string;
  readonly orderId: string;
  readonly priceId: string;
  readonly feedbackId: string;
  readonly collectionId: string;
  readonly alertId: string;
}
type Codes = number | readonly [here: number, there: number, absent: number];
export interface Expected extends Readonly<Record<CallerName, Codes>> {
  readonly fields?: (ids: Ids) => Record<string, string>;
}

export const everyone = (codes: Codes, fields?: Expected["fields"]): Expected => ({
  anonymous: codes,
  guest: codes,
  manager: codes,
  viewer: codes,
  outsider: codes,
  ...(fields && { fields }),
});
/** Figures of the caller's outlets; the viewer lacks the permission. */
export const ownFigures: Expected = { anonymous: 401, guest: 403, manager: 200, viewer: 403, outsider: 200 };
export const ofAnOrder: Expected = {
  fields: ({ orderId }) => ({ orderId }),
  anonymous: 401,
  guest: [200, 20301, 20301],
  manager: [200, 20301, 20301],
  viewer: [200, 20301, 20301],
  outsider: [20301, 200, 20301],
};
/** Notes on an order: for managers who may see the orders of its outlet. */
export const onAnOrder: Expected = { ...ofAnOrder, viewer: 403 };
/** Feedback: for managers of its outlet who may see the outlet's orders. */
export const ofAFeedback = (fields: Record<string, string>, own = 200): Expected => ({
  fields: ({ feedbackId }) => ({ feedbackId, ...fields }),
  anonymous: 401,
  guest: 403,
  manager: [own, 20603, 20603],
  viewer: 403,
  outsider: [20603, own, 20603],
});
export const ofAnOutletsOrder = (fields: Record<string, string>, own = 200): Expected => ({
  fields: ({ orderId }) => ({ orderId, ...fields }),
  anonymous: 401,
  guest: 403,
  manager: [own, 20301, 20301],
  viewer: 403,
  outsider: [20301, own, 20301],
});
/** Figures of one outlet in a date range. */
export const ofAnOutlet: Expected = {
  fields: ({ areaId }) => ({ areaId, range: "today" }),
  anonymous: 401,
  guest: 403,
  manager: [200, 20601, 20601],
  viewer: 403,
  outsider: [20601, 200, 20601],
};
/** Operations on the manager's own account, without an ID of an account in the request. */
export const ofTheManager = (codes: Codes, fields?: Expected["fields"]): Expected => ({
  ...everyone(codes, fields),
  anonymous: 401,
  guest: 403,
});
export const byDay: Expected = { ...ownFigures, fields: () => ({ unit: "day" }) };
export const device = ({ deviceId }: Ids) => ({ deviceId });
/** A chair: for managers of its outlet who may see its figures. */
export const ofAChair: Expected = {
  fields: device,
  anonymous: 401,
  guest: 403,
  manager: [200, 20204, 20201],
  viewer: 403,
  outsider: [20204, 200, 20201],
};
export const onlyArea = ({ areaId }: Ids) => ({ areaId });
