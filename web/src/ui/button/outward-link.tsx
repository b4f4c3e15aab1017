import type { ReactNode } from "react";
import styles from "./button.module.css";
import { classNames } from "#ui/theme/class-names.ts";

/** A link that looks like a button and opens another app or site. */
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
