/** A link to a page of the dashboard, by its address below `/dashboard`. */
import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function TextLink({ to, search, children, ...anchor }: AnchorProps & { to: string; search?: Record<string, string>; children: ReactNode }) {
  return <Anchor inherit {...anchor} renderRoot={(props) => <Link to={to} {...(search === undefined ? {} : { search })} {...props} />}>{children}</Anchor>;
}
