import { matchPage, type Page } from '@countersign/contract/pages.ts'

/** Pages that need no session. The router has a screen for each; the others are behind sign-in. */
const publicPages = [
  '/',
  '/sign-in',
  '/phone',
  '/sign-out',
  '/setup',
  '/recover',
  '/invite/:token',
  '/wallets/help',
  '/consent/:interaction',
  '/about',
  '/app-problem',
  '/problems/:code',
] as const satisfies Page[]

export type PublicPage = (typeof publicPages)[number]

/** Also true of an address without a page. */
export function isPublic(path: string): boolean {
  const match = matchPage(path)
  return !match || publicPages.some((page) => page === match.page)
}
