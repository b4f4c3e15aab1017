import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Link } from "./link.tsx";
import styles from "./button.module.css";
import { classNames } from "#ui/theme/class-names.ts";

type Variant = "primary" | "quiet" | "plain" | "danger";

interface Appearance {
  variant?: Variant | undefined;
  wide?: boolean | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "children"> & {
  icon?: ReactNode;
  /** Shows a spinner and ignores presses, but keeps the focus. */
  pending?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
};

function PendingButton({
  icon,
  pending = false,
  children,
  ...rest
}: ButtonProps & { className: string | undefined; children?: ReactNode }) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {pending ? <span className={styles.spinner} /> : icon}
      {children}
    </button>
  );
}

export function Button({ variant = "primary", wide, children, ...rest }: Appearance & ButtonProps) {
  return (
    <PendingButton {...rest} className={classNames(styles.button, styles[variant], wide && styles.wide)}>
      <span>{children}</span>
    </PendingButton>
  );
}

export function ButtonLink({
  variant = "primary",
  wide,
  children,
  href,
  replace = false,
}: Omit<Appearance, "icon"> & { href: string; replace?: boolean }) {
  return (
    <Link
      href={href}
      replace={replace}
      className={classNames(styles.button, styles[variant], wide && styles.wide)}
    >
      <span>{children}</span>
    </Link>
  );
}

export function IconButton({ label, ...rest }: ButtonProps & { label: string; icon: ReactNode }) {
  return <PendingButton {...rest} className={styles.icon} aria-label={label} title={label} />;
}

/** A link that looks like a button and opens another app or site. */
export function ExternalLink({
  href,
  variant = "primary",
  icon,
  children,
}: {
  href: string;
  variant?: "primary" | "plain";
  icon?: ReactNode;
  children: ReactNode;
}) {
  const isPage = /^https?:/.test(href);
  return (
    <a
      href={href}
      className={classNames(styles.button, styles[variant], styles.wide)}
      {...(isPage && { target: "_blank", rel: "noopener noreferrer" })}
    >
      {icon}
      <span>{children}</span>
    </a>
  );
}
