import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/base.css'
import { readBoot } from './api/boot.ts'
import { watchLooks } from './page/chunk.ts'
import { Crash } from './page/error-boundary.tsx'
import { PageContext } from './page/page-context.tsx'
import { Router } from './router.tsx'
import { openPage, type Page } from './session/page.ts'

watchLooks()
const opened = open()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root.')

createRoot(root).render(
  <Crash>
    <Root />
  </Crash>,
)

/** A page that cannot even be opened says so like any other fault of ours. */
function Root() {
  if ('fault' in opened) throw opened.fault
  return (
    <PageContext value={opened.page}>
      <Router />
    </PageContext>
  )
}

function open(): { page: Page } | { fault: unknown } {
  try {
    const page = openPage(readBoot())
    page.wallets.start()
    page.session.start()
    return { page }
  } catch (fault) {
    return { fault }
  }
}
