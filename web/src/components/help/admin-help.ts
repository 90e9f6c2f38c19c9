import { matchPage, type Page } from '@countersign/contract/pages.ts'
import { isKey } from '../../words/is-key.ts'

type AdminPage = Extract<Page, '/admin' | `/admin/${string}`>

/** Where the documentation explains each page of the admin area. A test checks that the targets exist. */
export const adminHelp: Record<AdminPage, string> = {
  '/admin': '/docs',
  '/admin/activity': '/docs/operating#activity',
  '/admin/health': '/docs/operating#health',
  '/admin/apps': '/docs/apps',
  '/admin/apps/new': '/docs/apps#set-it-up',
  '/admin/apps/test': '/docs/apps#when-sign-in-fails',
  '/admin/apps/:id': '/docs/apps#set-it-up',
  '/admin/apps/:id/:part': '/docs/apps#settings-for-apps-that-need-them',
  '/admin/hosts': '/docs/forward-auth',
  '/admin/hosts/:id': '/docs/forward-auth#set-it-up',
  '/admin/hosts/:id/:part': '/docs/forward-auth#set-it-up',
  '/admin/groups': '/docs/operating#groups',
  '/admin/groups/:id': '/docs/operating#groups',
  '/admin/groups/:id/:part': '/docs/rules#set-it-up',
  '/admin/people': '/docs/operating#owners-and-roles',
  '/admin/people/:id': '/docs/operating#owners-and-roles',
  '/admin/invites': '/docs/operating#who-can-sign-up',
  '/admin/requests': '/docs/operating#who-can-sign-up',
  '/admin/sessions': '/docs/operating#sessions',
  '/admin/settings': '/docs/operating#settings',
  '/admin/networks': '/docs/operating#networks',
  '/admin/keys': '/docs/apps#signing-keys',
}

/** Tabs that have a part of their own. */
export const tabHelp: Record<string, string> = {
  '/admin/apps/:id/setup': '/docs/apps#set-it-up',
  '/admin/apps/:id/access': '/docs/apps#who-has-access',
  '/admin/apps/:id/people': '/docs/apps#who-has-access',
  '/admin/hosts/:id/rules': '/docs/forward-auth#rules-for-paths-and-methods',
  '/admin/hosts/:id/tokens': '/docs/forward-auth#tokens-for-programs',
  '/admin/hosts/:id/headers': '/docs/forward-auth#extra-headers',
}

export const giteaHelp = '/docs/forward-auth#gitea'

export function findAdminHelp(path: string): string | undefined {
  const match = matchPage(path)
  if (!match || !isKey(adminHelp, match.page)) return undefined
  return tabHelp[match.page.replace(':part', match.params.part ?? '')] ?? adminHelp[match.page]
}
