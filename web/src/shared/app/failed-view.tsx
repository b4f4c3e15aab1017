import { useContext, useEffect } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { useBack } from "#shared/routing/navigation.ts";
import { Button } from "#ui/button/button.tsx";
import { NavBar } from "#ui/nav-bar/nav-bar.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { PageTabs } from "./page-tabs.ts";

/** Shown instead of a page that failed to load. */
export function FailedView({ onRetry }: { onRetry: () => void }) {
  const text = useText("shared");
  const back = useBack();
  const Tabs = useContext(PageTabs);
  useEffect(() => {
    document.title = text.pageFailed;
  }, [text]);
  return (
    <Screen
      middle
      tabs={Tabs === null ? undefined : <Tabs />}
      bar={
        <NavBar
          title={text.pageFailed}
          titleShown={false}
          back={back === null ? undefined : { label: text.back, onBack: back }}
        />
      }
    >
      <Notice
        kind="error"
        title={text.pageFailed}
        text={text.pageFailedText}
        action={<Button onClick={onRetry}>{text.tryAgain}</Button>}
      />
    </Screen>
  );
}
