import { webhookPath } from "#features/payments/index.ts";
import type { CompanyPage, CompanyWebhook, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { makePricedOutlet, openOrderApp, type OrderApp, type PricedOutlet } from "./order-app.ts";

export interface CompanyApp {
  readonly company: PaymentCompany;
  readonly world: OrderApp;
  readonly outlet: PricedOutlet;
  /** Delivers a webhook of the provider. @returns the status code of the response */
  readonly send: (webhook: CompanyWebhook) => Promise<number>;
  /** Returns the page that the server opened last. */
  readonly lastPage: () => CompanyPage;
  readonly close: () => Promise<void>;
}

/** Opens an application whose only payment provider is a stand-in, with an outlet. */
export async function openCompanyApp(openCompany: () => Promise<PaymentCompany>): Promise<CompanyApp> {
  const company = await openCompany();
  const world = await openOrderApp({ ...company.env, PAYMENT_SIMULATED: "off" });
  company.clock = world.clock;
  return {
    company,
    world,
    outlet: await makePricedOutlet(world.owner),
    send: async ({ body, headers }) => {
      const url = webhookPath(company.name);
      return (await world.http.inject({ method: "POST", url, payload: body, headers })).statusCode;
    },
    lastPage: () => [...company.pages.values()].at(-1) as CompanyPage,
    close: async () => {
      await world.close();
      await company.close();
    },
  };
}
