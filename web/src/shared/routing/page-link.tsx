import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { navigate } from "./navigation.ts";

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; replace?: boolean };

/** A link to a page of the product: a real anchor, followed without a reload. */
export function PageLink({ href, replace = false, onClick, ...rest }: Props) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target === "_blank") return;
    event.preventDefault();
    navigate(href, { replace });
  }
  return <a {...rest} href={href} onClick={follow} />;
}
