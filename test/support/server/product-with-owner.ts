/** The product with an owner, for tests with third-party relying parties. */

import assert from 'node:assert/strict'
import type { Action } from '@countersign/contract/action.ts'
import type { ProblemDetails } from '@countersign/contract/error/errors.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { type App, type createApp, updateApp } from '@countersign/contract/routes/admin/app.ts'
import { requiredStepUps, type StepUpAction } from '@countersign/contract/step-up.ts'
import type { Engine } from '../database/engines.ts'
import { postDecision } from '../oidc/relying-party.ts'
import { type Browser, type HttpResponse, newAccount, openBrowser, prove } from './http-browser.ts'
import { type Product, startProduct } from './product.ts'
import { expectStarted } from './responses.ts'
import { setUpSite } from './set-up.ts'
import { stepUp } from './wallets.ts'

type OwnersCall = {
  method?: string
  path: string
  body: unknown
  headers?: Record<string, string>
  /** The target of a critical action. */
  target?: string | undefined
}

export type ProductWithOwner = {
  origin: string
  issuer: string
  open(): Browser
  addApp(app: BodyOf<typeof createApp>): Promise<{ app: App; secret: string }>
  /** Changes the version that is passed. */
  changeApp(app: App, change: BodyOf<typeof updateApp>): Promise<App>
  /** A request by the owner, with a step-up when required. */
  asOwner(action: Action, call: OwnersCall): Promise<unknown>
  readAsOwner(path: string): Promise<unknown>
  stop(): Promise<void>
}

export type StartOptions = { environment?: Record<string, string>; watchEveryMs?: number }

export async function startProductWithOwner(
  engine: Engine,
  { environment: more = {}, watchEveryMs }: StartOptions = {},
): Promise<ProductWithOwner> {
  const databaseUrl = await engine.createDatabase()
  const environment = { DATABASE_URL: databaseUrl, TRUSTED_PROXIES: '127.0.0.1,::1', DEMO_WALLET: 'off', ...more }
  const product = await startProduct({ environment, watchEveryMs, withoutOwner: true })
  const { origin } = product
  const url = origin.replace('localhost', '127.0.0.1')
  const open = () => openBrowser({ url, context: { config: { origin } } })
  const owner = await setUpOwner(product, open())
  // Third-party libraries wait a few seconds for discovery, and the first request on a busy machine takes longer.
  assert.equal((await open().get('/oidc/.well-known/openid-configuration')).status, 200)
  const callWithStepUps = async (stepUps: StepUpAction[], call: Omit<OwnersCall, 'target'>) => {
    const send = () => owner.browser.call({ method: 'POST', ...call })
    let response = await send()
    for (const { action, target } of stepUps) {
      // Step-ups are rate-limited, so one is made only when required.
      if ((response.json as Partial<ProblemDetails> | undefined)?.stepUp?.action !== action) continue
      await stepUp(owner.browser, owner.account, action, target)
      response = await send()
    }
    assert.ok(response.status >= 200 && response.status < 300, response.text)
    return response.json
  }
  const asOwner: ProductWithOwner['asOwner'] = (action, { target, ...call }) =>
    callWithStepUps([{ action, target }], call)
  return {
    origin,
    issuer: `${origin}/oidc`,
    open,
    asOwner,
    async readAsOwner(path) {
      const response = await owner.browser.get(path)
      assert.equal(response.status, 200, response.text)
      return response.json
    },
    async addApp(app) {
      const added = await asOwner('admin.mode', { path: '/api/admin/apps', body: app })
      return added as { app: App; secret: string } // the server's own
    },
    async changeApp({ id, version }, body) {
      const call = { method: 'PATCH', path: `/api/admin/apps/${id}`, body, headers: { 'if-match': `"${version}"` } }
      const stepUps = requiredStepUps(updateApp.stepUp, { params: { id }, body })
      return (await callWithStepUps(stepUps, call)) as App // the server's own
    },
    stop: () => product.stop(),
  }
}

async function setUpOwner(product: Product, browser: Browser) {
  const account = newAccount()
  const code = product.setupLink.split('#code=')[1] ?? ''
  expectStarted(await setUpSite(browser, { code, account }))
  return { browser, account }
}

/** A person at the app and at Countersign, who follows redirects and approves interactions. */
export function openAppVisitor(product: ProductWithOwner, appUrl: string) {
  const productBrowser = product.open()
  const appBrowser = openBrowser({ url: appUrl, context: { config: { origin: appUrl } } })
  const account = newAccount()
  const completedSteps: string[] = []

  async function completeStep(id: string): Promise<string> {
    const { step } = (await productBrowser.get(`/api/interactions/${id}`)).json as { step: string } // compared by the tests
    completedSteps.push(step)
    if (step === 'sign_in')
      expectStarted(
        await productBrowser.post('/api/sessions', {
          proof: await prove(await productBrowser.challenge(), account),
          keep: true,
        }),
      )
    const response = await postDecision(productBrowser, id, step === 'consent' ? 'allow' : 'continue')
    assert.equal(response.status, 200, response.text)
    return `${product.origin}${(response.json as { redirectTo: string }).redirectTo}`
  }

  /** Follows redirects to the last page. */
  async function visit(start: string): Promise<{ url: string; response: HttpResponse }> {
    let url = new URL(start, appUrl)
    for (let steps = 0; steps < 20; steps++) {
      const [, id] = /^\/(?:consent\/|sign-in\?interaction=)([\w-]+)$/.exec(`${url.pathname}${url.search}`) ?? []
      if (url.origin === product.origin && id) {
        url = new URL(await completeStep(id))
        continue
      }
      const response = await (url.origin === product.origin ? productBrowser : appBrowser).get(
        `${url.pathname}${url.search}`,
        {
          accept: 'text/html',
        },
      )
      if (response.status < 300 || response.status >= 400) return { url: url.href, response }
      url = new URL(String(response.headers.location), url)
    }
    throw new Error(`Too many redirects: ${url}`)
  }

  return { account, productBrowser, appBrowser, completedSteps, visit }
}
