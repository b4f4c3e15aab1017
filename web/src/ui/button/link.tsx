import { type AnchorHTMLAttributes, type ComponentType, createContext, useContext } from "react";

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; replace?: boolean };

const PlainLink = ({ replace: _replace, ...rest }: LinkProps) => <a {...rest} />;

const Links = createContext<ComponentType<LinkProps>>(PlainLink);

/**
 * Provides the component with which the app renders links. By default, it is a plain anchor, which the browser follows.
 */
export const LinkProvider = Links.Provider;

export function Link(props: LinkProps) {
  const AppLink = useContext(Links);
  return <AppLink {...props} />;
}
