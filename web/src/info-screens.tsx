import type { PageMatch } from '@countersign/contract/pages.ts'
import { NotFoundScreen } from './components/not-found.tsx'
import { AboutScreen } from './screens/about/about.tsx'
import { AppProblemScreen } from './screens/app-problem/app-problem.tsx'
import { ProblemScreen } from './screens/problems/problems.tsx'

/** Small, rarely visited screens, in one chunk to keep the first file small. */
export function InfoScreen({ match }: { match: PageMatch | undefined }) {
  switch (match?.page) {
    case '/about':
      return <AboutScreen />
    case '/app-problem':
      return <AppProblemScreen />
    case '/problems/:code':
      return <ProblemScreen code={match.params.code ?? ''} />
    default:
      return <NotFoundScreen />
  }
}
