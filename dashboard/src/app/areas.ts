/** What the frame shows at its side, area by area. Each area names its pages in a file of its own. */
import type { Icon } from '@tabler/icons-react';
import type { Permission, Scope } from './session.ts';

export type NavigationEntry = {
  label: string;
  icon: Icon;
  /** Below `/test` or `/live` where `scope` is named, else below `/dashboard`. */
  path: string;
  /** Who has it in the environment sees the entry. */
  scope?: Scope;
  permission?: Permission;
  /** There is no such page in live. */
  testOnly?: boolean;
  group: 'Counter' | 'Developers' | 'Organization' | 'Operator';
};
