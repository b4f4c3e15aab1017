import { formatMoney } from "@reposo/contract/money/money.ts";
import type { RenderSimulatedPayment, SimulatedPayment } from "@reposo/contract/page-rendering.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { PaymentMethods, usePaymentMethods } from "#customer/ordering/index.ts";
import { PaymentSummary } from "#customer/orders/index.ts";
import { documentTitle } from "#shared/app/document-title.ts";
import { PageDataProvider } from "#shared/api/page-data.ts";
import { fill, LanguageProvider, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { NavBar } from "#ui/navigation/nav-bar.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { dictionaries } from "./server-dictionaries.ts";

/** Renders the page of the simulated payment provider, whose form works without a script. */
export const renderSimulatedPayment: RenderSimulatedPayment = ({ language, settings, payment }) => {
  const texts = dictionaries[language];
  return {
    title: documentTitle(texts.payment.title, settings.operator.name),
    html: renderToStaticMarkup(
      <LanguageProvider language={language} texts={texts} load={async () => texts}>
        <PageDataProvider value={{ language, settings, now: "", session: null, queries: null }}>
          <SimulatedPaymentPage payment={payment} />
        </PageDataProvider>
      </LanguageProvider>,
    ),
  };
};

function SimulatedPaymentPage({ payment }: { payment: SimulatedPayment }) {
  const text = useText("payment");
  const { payOnline, paySimulated } = useText("customer");
  const language = useLanguage();
  const methods = usePaymentMethods(payment.currency);
  const amount = formatMoney(payment.amount, payment.currency, language);
  const back = payment.isOpen
    ? { label: text.leave, submit: { form: "payment", name: "action", value: "leave" } }
    : undefined;
  return (
    <Screen bar={<NavBar title={text.title} back={back} />}>
      <Banner kind={payment.isOpen ? "info" : "warn"}>{payment.isOpen ? paySimulated : text.over}</Banner>
      <PaymentSummary payment={payment} />
      <form id="payment" method="post" className="stack-3">
        {payment.isOpen ? (
          <>
            <Button type="submit" wide name="action" value="pay">
              {fill(payOnline, { amount })}
            </Button>
            <PaymentMethods methods={methods} />
            <Button type="submit" wide variant="quiet" name="action" value="refuse">
              {text.decline}
            </Button>
          </>
        ) : (
          <Button type="submit" wide name="action" value="leave">
            {text.back}
          </Button>
        )}
      </form>
    </Screen>
  );
}
