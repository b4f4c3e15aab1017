import type { NotificationTexts } from "./notification-texts.ts";

export const textsEnUs: NotificationTexts = {
  titles: {
    chairOffline: "Chair {device} is offline",
    outletOffline: "Several chairs offline at {outlet}",
    startsFailing: "Chair {device} fails to start",
    chairFault: "Fault on chair {device}",
    incomeLow: "Low income on chair {device}",
    coinsDiffer: "Coin count differs on chair {device}",
    cashBoxFull: "Cash box of chair {device} is due for collection",
    refundWaiting: "A refund request is waiting",
    feedbackWaiting: "Feedback is waiting for a reply",
    test: "Notifications are working",
  },
  since: "Since {time}",
  cost: "Estimated loss: {amount}",
  testBody: "Alerts about your chairs will arrive like this.",
  emailFooter: "You receive this e-mail because of your notification settings: {url}",
};
