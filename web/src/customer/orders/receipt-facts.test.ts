import { languages } from "@reposo/contract/text/languages.ts";
import { orderStatuses } from "@reposo/contract/orders/order-values.ts";
import { describe, expect, it } from "vitest";
import { receipts } from "#locales/en_US/customer.ts";
import { receipts as indonesian } from "#locales/id_ID/customer.ts";
import { receipts as simplified } from "#locales/zh_CN/customer.ts";
import { receipts as traditional } from "#locales/zh_TW/customer.ts";
import { hasReceipt, type OrderFollowed } from "./order-phase.ts";
import { boughtOf, receiptFacts, receiptHead, receiptLines, stateName } from "./receipt-facts.ts";
import { dateAndTime, dateTimeFormatter } from "@reposo/contract/text/date-styles.ts";
import { zoneOfTimes } from "#shared/time/date-time.ts";

const order: OrderFollowed = {
  orderId: "o",
  orderNumber: "261121-7KQ2-M9XD",
  orderTime: "2026-11-21T10:00:00.000Z",
  deviceId: "MC100001",
  areaId: "a",
  areaName: "SM Mall of Asia",
  orderType: "online",
  payType: "online",
  orderStatus: "completed",
  gear: 2,
  minutes: 10,
  amount: 123_450,
  currency: "PHP",
  refunded: 0,
  couponProperty: null,
  cashCouponCode: null,
  couponCode: null,
  startedAt: "2026-11-21T10:00:05.000Z",
  endsAt: "2026-11-21T10:10:05.000Z",
  endedAt: "2026-11-21T10:10:06.000Z",
  endReason: "finished",
  parentOrderId: null,
  transfer: null,
  transferredFrom: null,
  transferredTo: null,
  extendedMinutes: 0,
  extensions: [],
  contact: null,
  serverTime: "2026-11-21T10:11:00.000Z",
  refusalReason: null,
  startDeadlineAt: null,
  refund: null,
  payment: null,
  unusedAmount: null,
  takenBy: null,
  lateAt: null,
  disputed: 0,
  paymentReference: "cs_live_a1B2",
  receipt: {
    paymentProvider: "xendit",
    priceName: { en_US: "Relax", zh_CN: "放松", zh_TW: "放鬆", id_ID: "Relaks" },
  },
};
const texts = { en_US: receipts, id_ID: indonesian, zh_CN: simplified, zh_TW: traditional };
const factsOf = (more: Partial<OrderFollowed> = {}) =>
  Object.fromEntries(
    receiptFacts({ ...order, ...more }, receipts, "en_US", String).map(({ name, value, note }) => [
      name,
      note === undefined ? value : `${value} (${note})`,
    ]),
  );

describe("a receipt", () => {
  it("[CNT-2] contains the order number, massage, times, and payment reference", () => {
    expect(factsOf()).toMatchObject({
      "Order number": "261121-7KQ2-M9XD",
      Massage: "Relax · Intensity 2",
      "Paid by": "Online payment · Xendit",
      "Payment reference": "cs_live_a1B2",
    });
    expect(Object.keys(factsOf())).toEqual(expect.arrayContaining(["Ordered", "Started", "Ended"]));
  });

  it("[CNT-2] names what was bought, and how it was paid, also without a price or a payment company", () => {
    expect(boughtOf(order, receipts)).toBe("10-minute massage");
    expect(boughtOf(order, indonesian)).toBe("Pijat 10 menit");
    expect(boughtOf({ ...order, parentOrderId: "p" }, receipts)).toBe("10 extra min");
    const simulated = { paymentProvider: "simulated", priceName: null };
    expect(factsOf({ receipt: simulated })).toMatchObject({
      Massage: "Intensity 2",
      "Paid by": "Simulated payment",
    });
    expect(factsOf({ payType: "cash", receipt: null })).toMatchObject({ "Paid by": "Cash" });
  });

  it("[CNT-2] shows the state of each refund, and omits facts without a value", () => {
    const refundIs = (state: "requested" | "onItsWay" | "returned" | "needsAttention") =>
      factsOf({
        refunded: state === "returned" ? 5_000 : 0,
        refund: { state, amount: 5_000, requestedAt: "2026-11-21T10:00:00.000Z" },
      });
    expect(refundIs("requested")).toMatchObject({ "Being refunded": "-₱50.00" });
    expect(refundIs("onItsWay")).toMatchObject({ "Being refunded": "-₱50.00" });
    expect(refundIs("returned")).toMatchObject({ Refunded: "-₱50.00" });
    expect(refundIs("needsAttention")).toMatchObject({ "Refund being processed manually": "-₱50.00" });
    expect(
      factsOf({
        refunded: 1_000,
        refund: { state: "onItsWay", amount: 5_000, requestedAt: "2026-11-21T10:00:00.000Z" },
      }),
    ).toMatchObject({
      Refunded: "-₱10.00",
      "Being refunded": "-₱50.00",
    });
    const bare = Object.keys(factsOf({ startedAt: null, paymentReference: null }));
    for (const name of ["Started", "Refunded", "Coupon", "Payment reference"])
      expect(bare).not.toContain(name);
  });

  it("[CNT-2] subtracts the refunds of the order and of its extensions from the total", () => {
    const added = (more: object) =>
      ({
        orderId: "e",
        orderNumber: "E1",
        minutes: 10,
        amount: 5_000,
        refunded: 0,
        payType: "online",
        orderStatus: "completed",
        refund: null,
        ...more,
      }) as unknown as OrderFollowed["extensions"][number];
    const free = { amount: 0, extensions: [added({ refunded: 5_000 })] };
    expect(factsOf(free)).toMatchObject({
      "10 extra min": "₱50.00 (Online payment · Xendit · E1)",
      Refunded: "-₱50.00",
      Total: "₱50.00",
      "Total after refunds": "₱0.00",
    });
    const refused = added({
      orderStatus: "failed",
      refund: { state: "onItsWay", amount: 5_000, requestedAt: "2026-11-21T10:00:00.000Z" },
    });
    expect(factsOf({ amount: 5_000, refunded: 1_000, extensions: [refused] })).toMatchObject({
      Refunded: "-₱10.00",
      "Being refunded": "-₱50.00",
      Total: "₱100.00",
      "Total after refunds": "₱40.00",
    });
    expect(
      receiptHead({ ...order, amount: 5_000, refunded: 1_000, extensions: [refused] }, receipts),
    ).toEqual({
      bought: "20-minute massage",
      paid: 10_000,
      left: 4_000,
    });
    expect(factsOf({ extensions: [added({}), added({ orderStatus: "cancelled" })] })).not.toHaveProperty(
      "Total after refunds",
    );
  });

  it("[CNT-2] distinguishes a massage that the chair ended early from one that was stopped", () => {
    const state = (endReason: OrderFollowed["endReason"]) => stateName({ ...order, endReason });
    expect(state("fault")).toBe("endedByChair");
    expect(state("powerLoss")).toBe("endedByChair");
    expect(state("stopped")).toBe("endedEarly");
    expect(state("finished")).toBe("completed");
    expect(stateName({ orderStatus: "failed", endReason: "stopped" })).toBe("failed");
  });

  it("[CNT-2] shows only the last digits of a coupon code, so that readers of the receipt cannot redeem it", () => {
    const shown = factsOf({ payType: "coupon", couponProperty: "free", couponCode: "K7Q2-M9XD-4411-TTBB" });
    expect(shown).toMatchObject({ Coupon: "Free massage · Ends in\u00a0TTBB" });
    const short = factsOf({ payType: "coupon", couponProperty: "free", couponCode: "MAY1" });
    expect(short).toMatchObject({ Coupon: "Free massage · Ends in\u00a01" });
    expect(JSON.stringify(shown)).not.toContain("K7Q2");
  });

  it("[I18N-1] is shared as text with one line per fact in every language", () => {
    for (const language of languages) {
      const facts = receiptFacts(order, texts[language], language, dateTimeFormatter(language, dateAndTime));
      const foot = [zoneOfTimes(order.orderTime, language)];
      const lines = receiptLines(["R", "O", "C"], facts, foot, language).split("\n");
      expect(lines).toHaveLength(facts.length + 6);
      expect(lines[4]).toBe(
        `${texts[language].orderNumber}${language.startsWith("zh") ? "：" : ": "}${order.orderNumber}`,
      );
      expect(lines.at(-1)).toMatch(/GMT|UTC/);
    }
  });

  it("[CNT-2] exists for a completed massage and for refunds, not for an order that cost nothing", () => {
    const refund = { state: "onItsWay", amount: 5_000, requestedAt: "2026-11-21T10:00:00.000Z" } as const;
    const having = (more: Partial<OrderFollowed>) =>
      orderStatuses.filter((orderStatus) => hasReceipt({ ...order, ...more, orderStatus }));
    expect(having({})).toEqual(["completed"]);
    expect(having({ refund })).toEqual(["completed", "cancelled", "failed", "refunded"]);
    expect(having({ refunded: 5_000 })).toEqual(having({ refund }));
  });
});
