/** Sets the logo of an app in the database, and finds it on a screen. */

import type { Page } from 'playwright-core'
import { blackPng } from '../images.ts'
import { until } from '../until.ts'
import type { AdminSuite } from './admin-suite.ts'

let logos = 0

/** Returns the path of the logo. */
export function setAppLogo(site: AdminSuite, { id }: { id: string }): string {
  const assetId = String(++logos).padStart(26, '0')
  const picture = blackPng(256, 128)
  site.change("INSERT INTO asset (id, mime, content, created_at) VALUES (?, 'image/png', ?, 1)", assetId, picture)
  site.change('UPDATE app SET logo_asset_id = ? WHERE id = ?', assetId, id)
  return `/logo/${assetId}`
}

type Shown = { src: string; alt: string; width: number }
const SHOWN = `[...document.querySelectorAll('main img[src^="/logo/"]')].map(({ src, alt, naturalWidth }) => ({ src: new URL(src).pathname, alt, width: naturalWidth }))`

/** Asserts that these are all logos on the screen, loaded, with an empty alt where the name is next to it. */
export async function expectLogo(page: Page, src: string, alts = ['']): Promise<void> {
  const expected = alts.map((alt) => ({ src, alt, width: 256 }))
  await until(
    () => page.evaluate<Shown[]>(SHOWN),
    (shown) => JSON.stringify(shown) === JSON.stringify(expected),
    `${alts.length} times the logo ${src}`,
  )
}

export async function expectNoLogo(page: Page): Promise<void> {
  await until(
    () => page.evaluate<Shown[]>(SHOWN),
    (shown) => shown.length === 0,
    'no logo',
  )
}
