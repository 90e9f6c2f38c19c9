import type { Page, PageMatch } from '@countersign/contract/pages.ts'
import { type ComponentType, lazy } from 'react'
import { adminPlacesFor } from './places.ts'
import { Shell } from './shell.tsx'
import { useAccount } from './use-signed-in.ts'

/** The map of everything behind the sign-in: one line for each address, and each in a file of its own. */

type ScreenProps = { params: Record<string, string> }

export const loadHome = () => import('../home/home.tsx')

const screens: Partial<Record<Page, ComponentType<ScreenProps>>> = {
  '/home': later(async () => (await loadHome()).HomeScreen),
}

const NotFound = later(async () => (await import('../not-found/not-found.tsx')).NotFoundScreen)

export function Area({ path, match }: { path: string; match: PageMatch | undefined }) {
  return (
    <Shell wide={isAdmin(path)}>
      <Chosen key={path} path={path} match={match} />
    </Shell>
  )
}

/** Whoever has no place in the admin area is not told what is in it. */
function Chosen({ path, match }: { path: string; match: PageMatch | undefined }) {
  const { me } = useAccount()
  const hidden = isAdmin(path) && adminPlacesFor(me.role).length === 0
  const Screen = (match && !hidden && screens[match.page]) || NotFound
  return <Screen params={match?.params ?? {}} />
}

function isAdmin(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}

function later(load: () => Promise<ComponentType<ScreenProps>>): ComponentType<ScreenProps> {
  return lazy(async () => ({ default: await load() }))
}
