import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setUpSuite } from '../../support/browser/suite.ts'
import { clickButton, METAMASK, main, waitForPath } from '../../support/browser/test-user.ts'
import { signIn } from '../../support/browser/words.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
const BUDGET = { js: 90_000, css: 12_000 }
/** The helpers of the bundler are too small to matter. */
const SMALL = 10_000
type Loaded = { name: string; startTime: number; encodedBodySize: number; decodedBodySize: number }

/** Notes when the button came; what was asked for before that is what the person waited for. */
const WATCH = `
  new MutationObserver((_, watcher) => {
    const there = [...document.querySelectorAll('main button')].some((each) => each.textContent === ${JSON.stringify(signIn.continueWith('MetaMask'))})
    if (!there) return
    clickableAt = performance.now()
    watcher.disconnect()
  }).observe(document, { childList: true, subtree: true })`

suite.testInBrowser(
  'the wallet list can be clicked after at most 90 kB of script and 12 kB of styles',
  { wallets: [METAMASK] },
  async ({ page }) => {
    await page.addInitScript(WATCH)
    await page.goto('/sign-in')
    await main(page)
      .getByRole('button', { name: signIn.continueWith('MetaMask') })
      .waitFor()
    const clickableAt = await page.evaluate<number>('clickableAt')
    const loaded = await page.evaluate<Loaded[]>(
      'performance.getEntriesByType("resource").map((each) => each.toJSON())',
    )
    for (const [ending, most] of Object.entries(BUDGET)) {
      const files = loaded.filter(({ name, startTime }) => name.endsWith(`.${ending}`) && startTime < clickableAt)
      const total = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      assert.ok(files.length > 0 && files.every((file) => file.encodedBodySize > 0), `no ${ending} was measured`)
      assert.ok(total < files.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0), 'it came compressed')
      assert.ok(total <= most, `${ending}: ${total} B of ${most} B allowed`)
    }
    const scripts = loaded.filter(
      ({ name, startTime, decodedBodySize }) =>
        name.endsWith('.js') && startTime < clickableAt && decodedBodySize > SMALL,
    )
    assert.equal(scripts.length, 2, 'React and the rest are compiled in two threads')
    for (const { name } of scripts) {
      const script = await page.request.get(name)
      assert.match(await script.text(), /^\/\/# allFunctionsCalledOnLoad\n/, 'Chromium compiles it while it loads')
    }
  },
)

/** The files that are loaded when a wallet of Solana or Bitcoin is noticed. */
async function readFamilyChunks(): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, '../../../web/dist/.vite/manifest.json'), 'utf8')
  const manifest: Record<string, { file: string }> = JSON.parse(text)
  return Object.entries(manifest)
    .filter(([source]) => /^src\/wallet\/(?:solana|bitcoin|wallet-standard)\//.test(source))
    .map(([, { file }]) => `/${file}`)
}

suite.testInBrowser(
  'a sign-in with an Ethereum wallet loads no code of other chain families',
  { wallets: [METAMASK] },
  async ({ page }) => {
    const chunks = await readFamilyChunks()
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto('/sign-in')
    await clickButton(page, signIn.continueWith('MetaMask'))
    await waitForPath(page, '/home')
    assert.equal(chunks.length, 3)
    assert.ok(loaded.some((path) => path.startsWith('/assets/sign-in-')))
    assert.deepEqual(
      loaded.filter((path) => chunks.includes(path)),
      [],
    )
  },
)
