import { FiguresSkeleton } from "./figures-skeleton.tsx";
import { NavBarShape } from "#ui/nav-bar/nav-bar.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { ManagerTabsShape } from "./manager-tabs.tsx";

/** A manager's page before any of its code has come: no word of it, since only the browser knows the language. */
export function PageOutline({ label }: { label: string }) {
  return (
    <Screen bar={<NavBarShape />} tabs={<ManagerTabsShape />}>
      <FiguresSkeleton label={label} />
    </Screen>
  );
}
