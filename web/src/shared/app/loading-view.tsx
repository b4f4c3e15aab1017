import { type ComponentType, createContext, useContext, useEffect } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { NavBar } from "#ui/navigation/nav-bar.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/progress/skeleton.tsx";
import { useBack } from "#shared/routing/navigation.ts";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";

/** The app's tab bar, shown while the code of a page is loading and after it failed to load; by default, none. */
export const PageTabs = createContext<ComponentType>(() => null);

export function LoadingView() {
  const { loading } = useText("shared");
  const Tabs = useContext(PageTabs);
  return (
    <Screen bar={<NavBar title={loading} titleShown={false} />} tabs={<Tabs />}>
      <div className="stack">
        <Skeleton shape="short" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </Screen>
  );
}

export function FailedView({
  onRetry,
  retriesBy = "tryAgain",
}: {
  onRetry: () => void;
  retriesBy?: "tryAgain" | "reload";
}) {
  const text = useText("shared");
  const back = useBack();
  const Tabs = useContext(PageTabs);
  useEffect(() => {
    document.title = text.pageFailed;
  }, [text]);
  return (
    <Screen
      middle
      tabs={<Tabs />}
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
        action={<Button onClick={onRetry}>{text[retriesBy]}</Button>}
      />
    </Screen>
  );
}
