/** What the page shows until its script runs, rendered by web/src/prerender.tsx with markers for what the site decides. */

import type { Boot } from '@countersign/contract/routes/public.ts'
import { escapeHtml } from '../platform/http/escape-html.ts'

type Variants = { mark: string; logo: string }
export type Placeholders = { frame: Variants; signIn: Variants }
type Place = { path: string; search: string }

export function fillPlaceholder(placeholders: Placeholders, boot: Boot, { path, search }: Place): string {
  const { name, logo } = boot.public
  const variants = placeholders[showsSignIn(boot, path, new URLSearchParams(search)) ? 'signIn' : 'frame']
  const values: Record<string, string> = { '%name%': name, '%logo%': logo ?? '' }
  // In one pass, so that a name that contains a marker stays as it is.
  return variants[logo === null ? 'mark' : 'logo'].replace(/%(?:name|logo)%/g, (marker) =>
    escapeHtml(values[marker] ?? ''),
  )
}

/** Only where nothing else comes first: a reason for being signed out, an app or a site that asks, setup. */
function showsSignIn(
  { public: site, sessionProblem, destination }: Boot,
  path: string,
  query: URLSearchParams,
): boolean {
  if (path !== '/sign-in' || site.setupNeeded || sessionProblem !== 'unauthenticated') return false
  return destination === null && !query.has('interaction') && !query.has('reason')
}
