import type { ComponentProps } from "react";
import { OperatorMark } from "#customer/operator/index.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { navigate, useBack } from "#shared/routing/navigation.ts";
import { NavBar } from "#ui/navigation/nav-bar.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { useIsManager } from "#shared/session/session-kind.ts";

/**
 * The page's bar, with a Back button if there is a previous page of the product. Managers return to their own pages
 * after they have scanned a chair's code with the camera app. If the title is not shown, the bar shows the operator's
 * logo and name.
 */
export function PageBar(props: Omit<ComponentProps<typeof NavBar>, "back" | "mark">) {
  const { back: label } = useText("shared");
  const toPrevious = useBack();
  const isManager = useIsManager();
  const onBack = toPrevious ?? (isManager ? () => navigate(hrefOf("home")) : null);
  const mark = props.titleShown === false ? <OperatorMark /> : undefined;
  return <NavBar {...props} mark={mark} back={onBack === null ? undefined : { label, onBack }} />;
}

/** Returns the address of the start page: the data centre for a manager, otherwise the chair page (NAV-1). */
export const useHomeHref = (): string => hrefOf(useIsManager() ? "home" : "chair");
