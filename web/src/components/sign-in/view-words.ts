import type { Account } from '@countersign/contract/family/account.ts'
import { families } from '@countersign/contract/family/family.ts'
import { DECLINED_AT_ONCE_MS } from '@countersign/contract/limits/wallet-limits.ts'
import { VERIFY_LIMIT_MS } from '@countersign/contract/limits.ts'
import { detectBrowser } from '../../page/browser-environment.ts'
import type { Notice } from '../../sign-in/attempt.ts'
import type { Problem } from '../../sign-in/problems/problem.ts'
import type { View } from '../../sign-in/view.ts'
import { DEMO_NAME, DEMO_RDNS, LINKED, ONE_STEP } from '../../wallet/discovery/found-wallet.ts'
import type { WalletLabel } from '../../wallet/wallet.ts'
import type { ProblemWords } from '../../words/problem-words.ts'
import { wordsForProblem } from '../../words/problems.ts'
import { steps } from '../../words/steps.ts'
import { words } from '../../words/words.ts'
import { spokenAddress } from '../wallet-words.ts'

const { signIn, notices } = steps

export type StepHead = { title: string; lead?: string | undefined }
/** The heading of the step that waits for a phone, and its setter. */
export type PhoneHead = [StepHead | undefined, (head: StepHead | undefined) => void]

export function headFor(view: View, initial: StepHead, phone?: PhoneHead): StepHead {
  switch (view.screen) {
    case 'choosing':
    case 'connecting':
      return initial
    case 'phone':
      return phone?.[0] ?? { title: signIn.phone, lead: signIn.phoneLead }
    case 'linking':
      return onPhone()
        ? { title: signIn.linkPhoneTitle, lead: signIn.linkPhoneLead }
        : { title: signIn.linkTitle, lead: signIn.linkLead }
    case 'connected':
    case 'preparing':
      return { title: signIn.connectedTitle, lead: signIn.connectedLead(view.wallet.name) }
    case 'awaiting_signature':
      return { title: signIn.signTitle(view.wallet.name), lead: signIn.signLead }
    case 'verifying':
      return { title: signIn.verifyingTitle, lead: signIn.verifyingLead }
    case 'signed_in':
      return { title: signIn.signedIn }
    case 'suspended':
      return { title: signIn.suspendedTitle, lead: signIn.suspended }
    case 'leaving':
      return { title: signIn.deletingTitle, lead: leavingText(view.until) }
    case 'other_tab':
      return { title: signIn.otherTabTitle, lead: signIn.otherTab }
    case 'failed': {
      const { title, body } = problemWords(view.problem)
      return { title, lead: body }
    }
  }
}

/** A phone can't scan its own screen. */
export function onPhone(): boolean {
  return detectBrowser().device !== 'desktop'
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

function leavingText(until: string | undefined): string {
  return until === undefined ? signIn.deletingSoon : signIn.deleting(day.format(new Date(until)))
}

type Announcement = { text: string; region: 'polite' | 'assertive' }

export function announcementFor(view: View): Announcement | undefined {
  if (view.screen === 'failed' || view.screen === 'suspended') {
    const { title, lead } = headFor(view, { title: '' })
    return { text: `${title}. ${lead}`, region: 'assertive' }
  }
  const text = politeText(view)
  return text ? { text, region: 'polite' } : undefined
}

function politeText(view: View): string | undefined {
  switch (view.screen) {
    case 'choosing':
      if (view.notice) return noticeText(view.notice)
      if (!view.settled) return undefined
      return view.wallets.length > 0 ? signIn.found(view.wallets.length) : signIn.none.title
    case 'connecting':
      return hintText(view) ?? waitText(view) ?? words.signIn.waitingFor(view.wallet.name)
    case 'linking':
      return onPhone() ? signIn.linkPhoneTitle : signIn.linkSpoken
    case 'connected':
      if (view.notice) return noticeText(view.notice)
      return signIn.connectedSpoken(spokenAddress(view.account.address))
    case 'awaiting_signature':
      return hintText(view) ?? (isHidden(view) ? slowText(view) : signIn.signSpoken)
    case 'verifying':
      return view.wait === 'fresh' ? signIn.verifyingSpoken : verifyingText(view)
    case 'signed_in':
      return signIn.signedIn
    case 'leaving':
      return `${signIn.deletingTitle}. ${leavingText(view.until)}`
    case 'other_tab':
      return signIn.otherTabTitle
    default:
      return undefined
  }
}

function hintText({ wallet, silent, earlier }: Extract<View, { screen: 'connecting' | 'awaiting_signature' }>) {
  if (silent) return signIn.silent(wallet.name)
  return earlier ? signIn.earlier(wallet.name) : undefined
}

export function waitText(view: Extract<View, { screen: 'connecting' }>): string | undefined {
  const { name } = view.wallet
  if (view.pending) return signIn.pending(name)
  if (view.wait === 'stalled') return signIn.openingStalled(name)
  if (view.wait !== 'slow' && !view.hidden) {
    if (view.picking) return signIn.picking(name)
    return view.approved ? signIn.approved(name) : undefined
  }
  if (view.wallet.id === WALLETCONNECT) return signIn.slowRelay
  return view.wallet.id.startsWith(LINKED) ? signIn.slowWindow : signIn.openingSlow(name)
}

/** Nothing may have opened, or behind this window. */
export function isHidden({ wait, hidden }: Pick<Extract<View, { screen: 'awaiting_signature' }>, 'wait' | 'hidden'>) {
  return wait === 'slow' || hidden === true
}

/** Where to find a pending request: a linked wallet has no icon in the toolbar. */
export function slowText({ wallet: { id, name }, account }: { wallet: WalletLabel; account: Account }): string {
  if (id === WALLETCONNECT) return signIn.slowElsewhere
  return id.startsWith(LINKED) ? signIn.slowWindow : signIn.signSlow(name, families[account.namespace].name)
}

type Verifying = Pick<Extract<View, { screen: 'verifying' }>, 'wait' | 'wallet'>

/** Smart accounts, whose network is asked, are only on Ethereum. */
export function verifyingText({ wait, wallet: { id } }: Verifying): string {
  if (wait === 'offline') return signIn.verifyingOffline
  const isEthereum = id.startsWith(LINKED) || !id.includes(':')
  return isEthereum ? signIn.verifyingSlow(VERIFY_LIMIT_MS / 1000) : signIn.verifyingSlowKey
}

const WALLETCONNECT = `${LINKED}walletconnect`

export function noticeText(notice: Notice): string {
  switch (notice.kind) {
    case 'declined_signature':
    case 'declined_approval':
      return `${notices[notice.kind](notice.wallet)}${notice.twice ? ` ${notices.declined_twice}` : ''}`
    case 'late_answer':
      return notices[notice.timedOut ? 'late_answer' : 'late_after_cancel'](notice.wallet)
    case 'declined_connect':
      return notices[isAutomatic(notice) ? 'declined_at_once' : 'declined_connect'](notice.wallet)
    case 'account_changed':
    case 'canceled':
      return notices[notice.kind]
    default:
      return notices[notice.kind](notice.wallet)
  }
}

/** An extension that is not set up yet declines automatically, with the same code as a person. */
function isAutomatic({ id, after }: Extract<Notice, { kind: 'declined_connect' }>): boolean {
  const isDemo = id === DEMO_RDNS || id.endsWith(`:${DEMO_NAME}`)
  const extension = !id.startsWith(LINKED) && !isDemo && !ONE_STEP.includes(id)
  return extension && after !== undefined && after < DECLINED_AT_ONCE_MS
}

export function problemWords(problem: Problem): ProblemWords {
  return wordsForProblem(problem.code, problem.wallet ?? steps.failed.theWallet, problem.chainId)
}
