import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/base.css'
import { readBoot } from './api/boot.ts'
import { watchStylesheets } from './page/chunk.ts'
import { ErrorBoundary } from './page/error-boundary.tsx'
import { PageContext } from './page/page-context.tsx'
import { Router } from './router.tsx'
import { openPage, type Page } from './session/page.ts'

watchStylesheets()
const opened = open()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root.')

const reactRoot = createRoot(root)
// In short tasks, so that a slow phone can respond meanwhile.
startTransition(() =>
  reactRoot.render(
    <ErrorBoundary>
      <Root />
    </ErrorBoundary>,
  ),
)

/** Throws within the boundary, so that a failed start is shown like any other error. */
function Root() {
  if ('error' in opened) throw opened.error
  return (
    <PageContext value={opened.page}>
      <Router />
    </PageContext>
  )
}

function open(): { page: Page } | { error: unknown } {
  try {
    const page = openPage(readBoot())
    page.wallets.start()
    page.session.start()
    return { page }
  } catch (error) {
    return { error }
  }
}
