import { permissions } from "@reposo/contract/permissions.ts";
import { importAdverts, newAdvert } from "#features/adverts/index.ts";
import { findSmallRemainders, importCoupons, newCoupon } from "#features/coupons/index.ts";
import { currencyLabels, hasDecimals } from "@reposo/contract/money/money.ts";
import { couponProperties } from "@reposo/contract/orders/order-values.ts";
import { usualMinimumMinor } from "#features/payments/index.ts";
import { importDevices, newDeviceDefaults } from "#features/device-import/index.ts";
import { importOutlets, newOutlet, refundPolicies } from "#features/outlets/index.ts";
import { importPrices } from "#features/prices/index.ts";
import {
  amount,
  conversationUrl,
  currency,
  decimal,
  identifier,
  instant,
  integer,
  list,
  maxNameLength,
  maxPhoneLength,
  oneOf,
  openingHours,
  optional,
  phoneNumber,
  text,
  textUpTo,
  yesNo,
} from "./csv-columns.ts";
import { operator } from "#cli/with-database.ts";
import { type ImportKind, importKind } from "./import-kind.ts";
import { byLanguage, perLanguage } from "./language-columns.ts";
import { importManagers, newManager } from "./import-managers.ts";

/** Renames a column to the importer's name of the field, if the file has that column. */
function renamed<R extends object, K extends keyof R & string, N extends string>(row: R, from: K, to: N) {
  const { [from]: value, ...rest } = row;
  return { ...rest, ...(from in row && { [to]: value }) } as Omit<R, K> & { readonly [P in N]?: R[K] };
}

const maxAddressLength = 300;

export const importKinds: readonly ImportKind[] = [
  importKind({
    name: "outlets",
    description: "locations with chairs",
    columns: {
      outletId: identifier,
      name: textUpTo(maxNameLength),
      address: optional(textUpTo(maxAddressLength), newOutlet.address),
      timeZone: identifier,
      currency,
      latitude: optional(decimal, newOutlet.latitude),
      longitude: optional(decimal, newOutlet.longitude),
      paymentProviders: optional(list(oneOf(["stripe", "xendit", "simulated"])), newOutlet.paymentProviders),
      refundPolicy: optional(oneOf(refundPolicies), newOutlet.refundPolicy),
      openingHours: optional(openingHours, newOutlet.openingHours),
      contactName: optional(textUpTo(maxNameLength), newOutlet.contactName),
      contactPhone: optional(phoneNumber, newOutlet.contactPhone),
      contactMessenger: optional(conversationUrl, newOutlet.contactMessenger),
      contactHours: optional(textUpTo(maxNameLength), newOutlet.contactHours),
    },
    help: {
      outletId: "1 to 32 letters, digits, _ or -; never changes",
      name: `as customers and managers see it, up to ${maxNameLength} characters`,
      address: `one line of up to ${maxAddressLength} characters; empty: none`,
      timeZone: "Area/City, e.g. Asia/Manila",
      currency: "PHP, MYR, CNY or IDR; fixed once the outlet has chairs",
      latitude: "decimal degrees, e.g. 14.5849; empty: not known",
      longitude: "decimal degrees, e.g. 121.0566; empty: not known",
      paymentProviders:
        "stripe and xendit (for trials simulated), separated by semicolons, the preferred first; empty: all that support the currency",
      refundPolicy: "refund if a chair ends a massage early: none, proportional or full; empty: proportional",
      openingHours:
        '24/7, "Mo-Su 10:00-22:00" or "Mo-Fr 10:00-22:00; Sa 10:00-02:00; Su off", in the outlet\'s local time; empty: unknown',
      contactName: `whom customers reach, up to ${maxNameLength} characters; empty: the operator`,
      contactPhone:
        "e.g. +63 917 555 0100; without phone number and messenger link, the operator's contact applies",
      contactMessenger: "https link that opens a conversation, e.g. https://wa.me/639175550100",
      contactHours: `when the contact answers, e.g. 10:00-22:00, up to ${maxNameLength} characters`,
    },
    apply: (uow, rows, clock) => importOutlets(uow, rows, clock.now()),
  }),
  importKind({
    name: "prices",
    description: "price lists; the file must contain the complete list of every price group that it mentions",
    columns: {
      priceGroupId: identifier,
      currency,
      gear: integer,
      name: textUpTo(maxNameLength),
      minutes: integer,
      amount,
      popular: optional(yesNo, false),
      ...perLanguage("name", optional(textUpTo(maxNameLength), null)),
    },
    help: {
      priceGroupId: "1 to 32 letters, digits, _ or -",
      currency: "PHP, MYR, CNY or IDR; the same for the whole price group",
      gear: "1 to 99",
      name: `name of the gear, up to ${maxNameLength} characters`,
      minutes: "1 to 600",
      amount: "e.g. 50 or 49.90; no separators except the decimal point",
      popular: "yes for the price of the group that is preselected, at most one; empty: no",
      ...perLanguage("name", "name in this language; empty: as in the column name"),
    },
    apply: (uow, rows, clock) =>
      importPrices(
        uow,
        rows.map((row) => renamed(byLanguage(row, "name"), "amount", "amountMinor")),
        clock.now(),
      ),
  }),
  importKind({
    name: "devices",
    description: "chairs of existing outlets, with existing price groups",
    columns: {
      deviceId: identifier,
      outletId: identifier,
      priceGroupId: optional(identifier, newDeviceDefaults.priceGroupId),
      disabled: optional(yesNo, newDeviceDefaults.disabled),
    },
    help: {
      deviceId: "4 to 20 capital letters and digits, as on the chair's label",
      outletId: "ID of an existing outlet",
      priceGroupId:
        "a price group in the outlet's currency; empty: none, and no order can be placed on the chair",
      disabled:
        "yes or no; empty: no; with no, a chair that a manager took out of service remains out of service",
    },
    apply: (uow, rows, clock) => importDevices(uow, rows, clock.now(), operator),
  }),
  importKind({
    name: "coupons",
    description: "coupons that customers redeem",
    columns: {
      code: identifier,
      property: oneOf(couponProperties),
      value: optional(amount, newCoupon.valueMinor),
      currency: optional(currency, newCoupon.currency),
      minutes: optional(integer, newCoupon.minutes),
      percent: optional(integer, newCoupon.percent),
      maxUses: optional(integer, newCoupon.maxUses),
      maxUsesCustomer: optional(integer, newCoupon.maxUsesCustomer),
      validFrom: optional(instant, newCoupon.validFrom),
      validUntil: optional(instant, newCoupon.validUntil),
      outletIds: optional(list(identifier), newCoupon.outletIds),
      gears: optional(list(integer), newCoupon.gears),
    },
    help: {
      code: "4 to 64 capital letters, digits and hyphens",
      property: "free (any massage), minutes (a massage of limited length), percent, amountOff, or cash",
      value: "value of a cash coupon, or discount of an amountOff coupon, e.g. 50; empty for the other kinds",
      currency: "currency of the value; empty for coupons without a value",
      minutes: "for property minutes: the longest massage that the coupon pays for; otherwise empty",
      percent: "for property percent: the discount, 1 to 100; otherwise empty",
      maxUses: "maximum uses of the coupon; empty: one",
      maxUsesCustomer: "maximum uses by one customer; empty: no limit except maxUses",
      validFrom:
        "a date (from 00:00 UTC) or an instant such as 2026-12-01T00:00:00+08:00; empty: immediately",
      validUntil: "a date (until 00:00 UTC) or an instant, exclusive; empty: without end",
      outletIds: "outlets separated by semicolons; empty: everywhere",
      gears: "gears separated by semicolons; empty: any",
    },
    async apply(uow, rows, clock) {
      const coupons = rows.map((row) => renamed(row, "value", "valueMinor"));
      const outcome = await importCoupons(uow, coupons, clock.now());
      const codes = rows.map(({ code }) => code ?? "");
      const small = await findSmallRemainders(uow, codes, usualMinimumMinor);
      return { outcome, warnings: small.map(warningOfSmallRemainder) };
    },
  }),
  importKind({
    name: "adverts",
    description: "adverts below the prices on chair pages, by outlet, period and language",
    columns: {
      advertId: identifier,
      outletIds: optional(list(identifier), newAdvert.outletIds),
      ...perLanguage("text", optional(text, null)),
      image: optional(text, newAdvert.imageUrl),
      link: optional(text, newAdvert.linkUrl),
      validFrom: optional(instant, newAdvert.validFrom),
      validUntil: optional(instant, newAdvert.validUntil),
      position: optional(integer, newAdvert.position),
    },
    help: {
      advertId: "1 to 64 letters, digits, _ or -; never changes",
      outletIds: "outlets separated by semicolons; empty: everywhere",
      text_en_US: "up to 200 characters; at least one language is needed",
      text_zh_CN: "as text_en_US; empty: another language is shown",
      text_zh_TW: "as text_zh_CN",
      text_id_ID: "as text_zh_CN",
      image: "an https address, or a path on this site that begins with /; empty: none",
      link: "an https address that a tap opens; empty: none",
      validFrom:
        "a date (from 00:00 UTC) or an instant such as 2026-12-01T00:00:00+08:00; empty: immediately",
      validUntil: "a date (until 00:00 UTC) or an instant, exclusive; empty: without end",
      position: "0 to 1000000, lower positions first; empty: 0",
    },
    apply: (uow, rows, clock) =>
      importAdverts(
        uow,
        rows.map((row) => renamed(renamed(byLanguage(row, "text"), "image", "imageUrl"), "link", "linkUrl")),
        clock.now(),
      ),
  }),
  importKind({
    name: "managers",
    description: "outlet managers and their outlets; prints the password of each new manager once",
    columns: {
      loginName: identifier,
      displayName: textUpTo(maxNameLength),
      phone: optional(textUpTo(maxPhoneLength), newManager.phone),
      permissions: optional(list(oneOf(permissions)), newManager.permissions),
      country: optional(identifier, newManager.country),
      currency: optional(currency, newManager.currency),
      timeZone: optional(identifier, newManager.timeZone),
      outletIds: list(identifier),
    },
    help: {
      loginName: "1 to 64 letters, digits and . _ @ + -",
      displayName: `the manager's name, up to ${maxNameLength} characters`,
      phone: `contact number, up to ${maxPhoneLength} characters; empty: none`,
      permissions: `${permissions.join(", ")}, separated by semicolons; empty: all`,
      country: "ISO 3166 code of two letters; empty: PH",
      currency: "PHP, MYR, CNY or IDR; empty: PHP",
      timeZone: "Area/City; empty: Asia/Manila",
      outletIds: "outlets separated by semicolons; several managers may share an outlet",
    },
    adviceIfUnknown:
      "New managers may have been created although their passwords are not shown. Import the file again, and set the passwords of new managers by `account password`",
    apply: importManagers,
  }),
];

function warningOfSmallRemainder({
  code,
  currency: paidIn,
  payableMinor,
}: Awaited<ReturnType<typeof findSmallRemainders>>[number]): string {
  const [payable, minimum] = [payableMinor, usualMinimumMinor[paidIn]].map(
    (minor) => `${currencyLabels[paidIn]} ${(minor / 100).toFixed(hasDecimals(paidIn) ? 2 : 0)}`,
  );
  return `Warning: ${code} leaves ${payable} of a price. Payment providers usually refuse less than ${minimum}, so it may not be usable online.`;
}
