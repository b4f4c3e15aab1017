import { useRefetchPrices } from "#customer/ordering/index.ts";
import { ContactCard } from "#customer/operator/index.ts";
import { PageBar } from "#customer/page-bar.tsx";
import { AdvertList, useAdverts } from "./advert-list.tsx";
import { useChair } from "./use-chair.ts";
import { useDocumentTitle } from "#shared/app/document-title.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { LanguageSwitch } from "#ui/navigation/language-switch.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import styles from "./chair-page.module.css";
import { StartPanel } from "./start-panel.tsx";
import { UserText } from "#ui/text/user-text.tsx";

export function ChairPage({ deviceId }: { deviceId: string }) {
  const text = useText("customer");
  const shared = useText("shared");
  const { state, retry } = useChair(deviceId);
  const refetchPrices = useRefetchPrices(deviceId);
  const adverts = useAdverts(deviceId);
  const title = fill(text.chairTitle, { deviceId });
  useDocumentTitle(title);

  const bar = <PageBar title={title} titleShown={false} action={<LanguageSwitch />} />;
  // A device ID has at most 20 characters, but the one in the address is not validated.
  const shownId = deviceId.slice(0, 20);
  const heading = (
    <div className={styles.heading}>
      <p className={styles.line}>
        <span className="soft">{text.chair}</span>
        <span
          className={
            styles[shownId.length > 12 ? "longNumber" : shownId.length > 8 ? "mediumNumber" : "number"]
          }
        >
          {shownId}
        </span>
      </p>
      <p className={styles.outlet}>
        {state.kind === "ready" ? <UserText>{state.device.areaName}</UserText> : <Skeleton shape="short" />}
      </p>
    </div>
  );

  if (state.kind === "ready") {
    return (
      <StartPanel
        device={state.device}
        prices={state.prices}
        onPricesChanged={refetchPrices}
        bar={bar}
        heading={heading}
        below={
          <>
            <ContactCard contact={state.device.contact} />
            <AdvertList adverts={adverts} />
          </>
        }
      />
    );
  }
  return (
    <Screen bar={bar}>
      {heading}
      {state.kind === "failed" ? (
        <>
          <Notice
            kind="offline"
            title={shared.pageFailed}
            action={<Button onClick={retry}>{shared.tryAgain}</Button>}
          />
          <ContactCard contact={state.device?.contact ?? null} />
        </>
      ) : (
        <>
          <Skeleton shape="row" />
          <Skeleton shape="row" />
          <Skeleton shape="row" />
        </>
      )}
    </Screen>
  );
}
