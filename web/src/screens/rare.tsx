import type { PageMatch } from '@countersign/contract/pages.ts'
import { AboutScreen } from './about/about.tsx'
import { AppProblemScreen } from './app-problem/app-problem.tsx'
import { NotFoundScreen } from './not-found/not-found.tsx'
import { ProblemScreen } from './problems/problems.tsx'

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
