import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/base.css'
import { readBoot } from './api/boot.ts'
import { Router } from './router.tsx'
import { Crash } from './screens/crash.tsx'
import { PageContext } from './screens/page-context.tsx'
import { openPage } from './session/page.ts'

const page = openPage(readBoot())
page.wallets.start()
page.session.start()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root.')

createRoot(root).render(
  <Crash>
    <PageContext value={page}>
      <Router />
    </PageContext>
  </Crash>,
)
