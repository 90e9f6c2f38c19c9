import type { AppError } from '@countersign/contract/error/errors.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge, Purpose } from '@countersign/contract/routes/challenge.ts'
import type { StartedSession } from '@countersign/contract/routes/session.ts'
import type { PageEnv } from '../../../web/src/session/browser.ts'
import type { SignInOptions, SubmitOptions } from '../../../web/src/sign-in/flows/flow.ts'
import type { PromptLock } from '../../../web/src/sign-in/prompt-lock.ts'
import type { Discover } from '../../../web/src/wallet/discovery/discover.ts'
import type { LinkedWallet } from '../../../web/src/wallet/env.ts'
import { fakeSignal, fakeStorage, type fakeTimers, settled } from '../fake-page.ts'
import type { WalletScript } from '../wallets/scripted-wallet.ts'
import { registerWallet } from './fake-family.ts'
import { ALICE, alice, metaMask, openWallets, recentWallets } from './fake-wallet-env.ts'
import '../../../web/src/sign-in/problems/classify-wallet-error.ts'
import '../../../web/src/sign-in/steps/pick-account.ts'
import { createSignIn } from '../../../web/src/sign-in/sign-in.ts'
import '../../../web/src/sign-in/steps/watch-wallet.ts'

export const SIGNATURE = `0x${'ab'.repeat(65)}`
const ORIGIN = 'https://id.example'

type Sent = SubmitOptions & { proof: Proof }

/** The server's answers in order; the last one repeats. */
type ServerScript = {
  challenge?: () => Promise<unknown>
  session?: (() => Promise<StartedSession>)[]
}

export type FlowOptions = {
  wallets?: WalletScript[]
  server?: ServerScript
  purpose?: Purpose
  /** The request of another device that the challenge is for. */
  phoneRequest?: string
  allows?: SignInOptions['allows']
  isCurrent?: SignInOptions['isCurrent']
  phone?: SignInOptions['phone']
  page?: Partial<PageEnv>
  lock?: PromptLock
  sessionStorage?: ReturnType<typeof fakeStorage>
  localStorage?: ReturnType<typeof fakeStorage>
  timers?: ReturnType<typeof fakeTimers>
  linked?: LinkedWallet[]
  discoveries?: readonly Discover[]
  /** Registered by the Wallet Standard. */
  standard?: unknown[]
  /** Properties of the window, such as `unisat`. */
  globals?: object
}

export const started: StartedSession = {
  session: {
    id: 'ses_01JCQ2Z8Y7ABCDEFGHJKMNPQRS',
    wallet: {
      id: 'wal_01JCQ2Z8Y7ABCDEFGHJKMNPQRS',
      account: 'eip155:0:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      name: 'MetaMask',
      ens: null,
    },
    kept: false,
    device: 'Chrome on Linux',
    phone: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    lastSeenAt: '2026-01-01T00:00:00.000Z',
    idleExpiresAt: '2026-01-08T00:00:00.000Z',
    expiresAt: '2026-01-31T00:00:00.000Z',
    adminUntil: null,
  },
  me: { id: 'per_01JCQ2Z8Y7ABCDEFGHJKMNPQRS', displayName: null, role: 'member' },
  created: false,
  next: '/home',
}

export const MESSAGE = `id.example wants you to sign in with your Ethereum account:
${ALICE}

Sign in to Acme.

URI: https://id.example/sign-in
Version: 1
Chain ID: 1
Nonce: abcdefghijklmnopqrstuvwx
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-01T00:10:00.000Z
Request ID: chl_01JCQ2Z8Y7ABCDEFGHJKMNPQ00`

export const manualWallet = {
  ...metaMask,
  answers: { wallet_requestPermissions: 'ask', personal_sign: 'ask' },
} as const
export const manualSigner = { ...metaMask, answers: { personal_sign: 'ask' } } as const
export const label = {
  id: 'io.metamask',
  name: 'MetaMask',
  icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
  rdns: 'io.metamask',
}
export const account = alice

export async function openFlow(options: FlowOptions = {}) {
  const { timers, localStorage, sessionStorage = fakeStorage(), linked = [], discoveries, standard = [] } = options
  const storages = { sessionStorage, ...(localStorage ? { localStorage } : {}) }
  const sources = discoveries ? { discoveries } : {}
  const page = openWallets({ linked, ...storages, ...sources, ...(timers ? { timers } : {}) })
  const installed = (options.wallets ?? [metaMask]).map((script) => page.install(script, async () => SIGNATURE))
  Object.assign(page.env.window, options.globals)
  for (const registered of standard) registerWallet(page.env.window, registered)
  const [wallet, ...others] = installed
  if (!wallet) throw new Error('A flow needs a wallet.')
  page.wallets.start()
  await page.timers.advance(0)

  const server = fakeServer(page.timers, options.server ?? {}, options)
  const pageEnv = fakePageEnv(page.returns, options.page ?? {})
  const signedInElsewhere = fakeSignal<string>()
  const signedIn: StartedSession[] = []
  const signIn = createSignIn({
    wallets: page.wallets,
    fetchChallenge: server.fetchChallenge,
    submit: server.submit,
    ...(options.allows ? { allows: options.allows } : {}),
    ...(options.isCurrent ? { isCurrent: options.isCurrent } : {}),
    phone: options.phone,
    onAccepted: (session) => void signedIn.push(session),
    onSignedInElsewhere: (listener) => signedInElsewhere.subscribe(listener),
    timers: page.timers,
    lock: options.lock ?? { take: async () => ({ release() {} }), whenFree: async () => undefined },
    page: pageEnv.page,
  })
  signIn.start()
  const screens: string[] = []
  signIn.subscribe(() => {
    const { screen } = signIn.getView()
    if (screens.at(-1) !== screen) screens.push(screen)
  })
  return {
    ...page,
    ...server,
    ...pageEnv,
    signIn,
    wallet,
    others,
    signedInElsewhere,
    signedIn,
    sessionStorage,
    screens,
    problem: () => {
      const view = signIn.getView()
      return view.screen === 'failed' ? view.problem : undefined
    },
  }
}

type ChallengeChanges = Pick<FlowOptions, 'purpose' | 'phoneRequest'>

function fakeServer(timers: { now(): number }, script: ServerScript, { purpose, phoneRequest }: ChallengeChanges) {
  const sent: Sent[] = []
  const challenges: Challenge[] = []
  return {
    sent,
    challenges,
    async fetchChallenge() {
      await script.challenge?.()
      const challenge = {
        ...challengeAt(timers.now(), challenges.length),
        ...(purpose ? { purpose } : {}),
        ...(phoneRequest ? { phone: phoneRequest } : {}),
      }
      challenges.push(challenge)
      return challenge
    },
    submit(proof: Proof, options: SubmitOptions) {
      sent.push({ proof, ...options })
      const answer = script.session?.at(Math.min(sent.length, script.session.length) - 1)
      return answer ? answer() : Promise.resolve(started)
    },
  }
}

function fakePageEnv(returns: ReturnType<typeof fakeSignal>, changes: Partial<PageEnv>) {
  const environment = { online: true, scriptBlocked: false }
  const opened: string[] = []
  const signals = { focus: fakeSignal<boolean>(), online: fakeSignal(), offline: fakeSignal(), policy: fakeSignal() }
  signals.policy.subscribe(() => {
    environment.scriptBlocked = true
  })
  const page: PageEnv = {
    href: `${ORIGIN}/sign-in?return_to=%2Fhome`,
    origin: ORIGIN,
    publicOrigin: ORIGIN,
    secure: true,
    framed: false,
    online: () => environment.online,
    onReturn: (listener) => returns.subscribe(listener),
    onFocusChange: (listener) => signals.focus.subscribe(listener),
    onOnline: (listener) => signals.online.subscribe(listener),
    onOffline: (listener) => signals.offline.subscribe(listener),
    blockedScripts: {
      seen: () => environment.scriptBlocked,
      subscribe: (listener) => signals.policy.subscribe(listener),
    },
    open: (url) => void opened.push(url),
    reload: () => void opened.push('reload'),
    ...changes,
  }
  return { page, environment, opened, signals }
}

export async function connectedFlow(options: FlowOptions = {}) {
  const [first = metaMask, ...others] = options.wallets ?? []
  const flow = await openFlow({
    ...options,
    wallets: [{ ...first, permitted: true }, ...others],
    localStorage: fakeStorage(recentWallets(metaMask)),
  })
  await settled()
  return flow
}

export async function signingFlow(options: FlowOptions = {}) {
  const flow = await connectedFlow({ ...options, wallets: [manualSigner] })
  flow.signIn.continue()
  await settled()
  return flow
}

/** The server rejects the first signature with this error. */
export async function verifiedFlow(error: AppError) {
  const flow = await openFlow({ server: { session: [() => Promise.reject(error), async () => started] } })
  flow.signIn.choose('io.metamask')
  await settled()
  return flow
}

const id = (n: number) => `chl_01JCQ2Z8Y7ABCDEFGHJKMNPQ${String(n).padStart(2, '0')}`

function challengeAt(now: number, n: number): Challenge {
  return {
    id: id(n),
    token: `token ${n}`,
    purpose: 'sign_in',
    boundTo: null,
    nonce: 'abcdefghijklmnopqrstuvwx',
    domain: 'id.example',
    uri: `${ORIGIN}/sign-in`,
    statement: 'Sign in to Acme.',
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 600_000).toISOString(),
  }
}
