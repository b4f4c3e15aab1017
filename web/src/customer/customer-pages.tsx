import { lazyPage } from "#shared/lazy/lazy-page.ts";

/** The pages of the customer app. */
export const pages = {
  chair: {
    component: lazyPage("src/customer/chair/chair-screen.tsx", () => import("./chair/chair-screen.tsx")),
  },
  quickStart: {
    component: lazyPage(
      "src/customer/quick-start/quick-start-screen.tsx",
      () => import("./quick-start/quick-start-screen.tsx"),
    ),
  },
  countdown: {
    component: lazyPage(
      "src/customer/countdown/countdown-screen.tsx",
      () => import("./countdown/countdown-screen.tsx"),
    ),
  },
  orderFeedback: {
    component: lazyPage(
      "src/customer/order-feedback/order-feedback-screen.tsx",
      () => import("./order-feedback/order-feedback-screen.tsx"),
    ),
  },
  result: {
    component: lazyPage("src/customer/result/result-screen.tsx", () => import("./result/result-screen.tsx")),
  },
  error: {
    component: lazyPage("src/customer/error/error-screen.tsx", () => import("./error/error-screen.tsx")),
  },
  unknown: {
    component: lazyPage(
      "src/customer/unknown/unknown-screen.tsx",
      () => import("./unknown/unknown-screen.tsx"),
    ),
  },
};
