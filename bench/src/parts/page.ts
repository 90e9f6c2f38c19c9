import { openChromium } from '../../../test/support/browser/chromium.ts'
import { plan } from '../options.ts'
import { buildBareReact } from '../page/bare-react.ts'
import { type Opened, openPage } from '../page/open-page.ts'
import { judgeGrowth, printVerdicts, say, type Verdict, whole } from '../report.ts'
import { createFolder } from '../run-folder.ts'
import { startBuiltPage, startCountersign } from '../servers/servers.ts'

/** The time until a wallet can be clicked, relative to a page with React alone. */
const LIMIT = 1.2

export async function runPage(): Promise<Verdict[]> {
  say('Page …')
  const built = createFolder('bare-react')
  await buildBareReact(built)
  const bareServer = await startBuiltPage(built)
  const server = await startCountersign(createFolder('page'), { environment: { DEMO_WALLET: 'off' } })
  const sites = { bare: `http://127.0.0.1:${bareServer.port}`, ours: `http://localhost:${server.port}` }
  const bare = { url: `${sites.bare}/`, from: `${sites.ours}/docs`, opened: [] as Opened[] }
  const ours = { url: `${sites.ours}/sign-in`, from: `${sites.bare}/`, opened: [] as Opened[] }
  const browser = await openChromium()
  // The first round warms up and is not counted.
  for (let round = -1; round < plan.rounds; round++)
    for (const page of round % 2 === 0 ? [bare, ours] : [ours, bare]) {
      const opened = await openPage(browser, page)
      if (round >= 0) page.opened.push(opened)
    }
  await browser.close()
  await Promise.all([server, bareServer].map((each) => each.stop('SIGTERM')))
  const times = ({ opened }: typeof ours) => opened.map(({ clickableMs }) => clickableMs)
  const verdict = judgeGrowth({ title: '/sign-in', small: times(bare), large: times(ours), atMost: LIMIT })
  printVerdicts([verdict], ['until a wallet can be clicked', 'bare React', 'Countersign', 'ratio', 'target', ''])
  const bytes = ({ opened }: typeof ours) => `${whole(opened.at(-1)?.scriptBytes ?? Number.NaN)} B`
  say(`JavaScript transferred until then: ${bytes(bare)} (bare React), ${bytes(ours)} (Countersign).`)
  return [verdict]
}
