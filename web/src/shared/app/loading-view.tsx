import { useContext } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { NavBar } from "#ui/nav-bar/nav-bar.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { Skeleton } from "#ui/skeleton/skeleton.tsx";
import { PageTabs } from "./page-tabs.ts";
import styles from "./loading-view.module.css";

/** Shown while a page loads. */
export function LoadingView() {
  const { loading } = useText("shared");
  const Tabs = useContext(PageTabs);
  return (
    <Screen bar={<NavBar title={loading} titleShown={false} />} tabs={Tabs === null ? undefined : <Tabs />}>
      <div className={styles.loading}>
        <Skeleton shape="short" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </Screen>
  );
}
