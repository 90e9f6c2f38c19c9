import type { PageMatch } from '@countersign/contract/pages.ts'
import { NotFoundScreen } from './components/not-found.tsx'
import { AboutScreen } from './screens/about/about.tsx'
import { AppProblemScreen } from './screens/app-problem/app-problem.tsx'
import { ProblemScreen } from './screens/problems/problems.tsx'

/** Small screens that few people open: in one file, so that the first one names one instead of four. */
export function RareScreen({ match }: { match: PageMatch | undefined }) {
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
