import type { PageMatch } from '@countersign/contract/pages.ts'
import { NotFoundScreen } from './components/not-found.tsx'
import { usePage } from './page/page-context.tsx'
import { AboutScreen } from './screens/about/about.tsx'
import { AppProblemScreen } from './screens/app-problem/app-problem.tsx'
import { ProblemScreen } from './screens/problems/problems.tsx'
import { NotSetUpScreen } from './screens/setup/not-set-up.tsx'

/** Small, rarely visited screens, in one chunk to keep the first file small. */
export function InfoScreen({ match }: { match: PageMatch | undefined }) {
  const { setupNeeded } = usePage().boot.public
  if (match?.page === '/about') return <AboutScreen />
  if (match?.page === '/problems/:code') return <ProblemScreen code={match.params.code ?? ''} />
  if (match && setupNeeded) return <NotSetUpScreen />
  return match?.page === '/app-problem' ? <AppProblemScreen /> : <NotFoundScreen />
}
