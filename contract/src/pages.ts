/** Every page. The server answers any other path with 404. */
export const pages = [
  '/',
  '/sign-in',
  '/phone',
  '/wallets/help',
  '/setup',
  '/recover',
  '/about',
  '/invite/:token',
  '/home',
  '/sign-out',
  '/wallets',
  '/wallets/add',
  '/wallets/:id',
  '/sessions',
  '/activity',
  '/apps',
  '/apps/:id',
  '/consent/:interaction',
  '/access',
  '/app-problem',
  '/settings',
  '/settings/recovery',
  '/settings/data',
  '/admin',
  '/admin/people',
  '/admin/people/:id',
  '/admin/invites',
  '/admin/requests',
  '/admin/sessions',
  '/admin/activity',
  '/admin/networks',
  '/admin/apps',
  '/admin/apps/new',
  '/admin/apps/test',
  '/admin/apps/:id',
  '/admin/apps/:id/:part',
  '/admin/groups',
  '/admin/groups/:id',
  '/admin/groups/:id/:part',
  '/admin/hosts',
  '/admin/hosts/:id',
  '/admin/hosts/:id/:part',
  '/admin/keys',
  '/admin/settings',
  '/admin/health',
  '/problems/:code',
] as const

export type Page = (typeof pages)[number]

export type PageMatch = { page: Page; params: Record<string, string> }

export function matchPage(path: string): PageMatch | undefined {
  const segments = path.split('/')
  for (const page of pages) {
    const params = matchSegments(page.split('/'), segments)
    if (params) return { page, params }
  }
  return undefined
}

/** `:name` matches one segment. Undefined if another one differs. */
export function matchSegments(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const value = segments[index] ?? ''
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return params
}
