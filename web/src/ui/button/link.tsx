import { type AnchorHTMLAttributes, type ComponentType, createContext, useContext } from "react";

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; replace?: boolean };

const PlainLink = ({ replace: _replace, ...rest }: LinkProps) => <a {...rest} />;

const Links = createContext<ComponentType<LinkProps>>(PlainLink);

/**
 * Provides the component with which the app renders links. By default, it is a plain anchor, which the browser follows.
 */
export const LinkProvider = Links.Provider;

/** A link; without an address, the same content without a link. */
export function OptionalLink({
  href,
  tabIndex,
  ...rest
}: Pick<LinkProps, "className" | "children" | "tabIndex"> & {
  href: string | undefined;
  "data-figure"?: string;
}) {
  return href === undefined ? <div {...rest} /> : <Link href={href} tabIndex={tabIndex} {...rest} />;
}

export function Link(props: LinkProps) {
  const AppLink = useContext(Links);
  return <AppLink {...props} />;
}
