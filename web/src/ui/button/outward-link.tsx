import type { ReactNode } from "react";
import styles from "./button.module.css";
import { classNames } from "#ui/theme/class-names.ts";

/** Looks like a button and leaves the product: for another app of the phone, or a page elsewhere in a tab of its own. */
export function OutwardLink({
  href,
  look = "primary",
  icon,
  children,
}: {
  href: string;
  look?: "primary" | "plain";
  icon?: ReactNode;
  children: ReactNode;
}) {
  const isPage = /^https?:/.test(href);
  return (
    <a
      href={href}
      className={classNames(styles.button, styles[look], styles.wide)}
      {...(isPage && { target: "_blank", rel: "noopener noreferrer" })}
    >
      {icon}
      <span>{children}</span>
    </a>
  );
}
