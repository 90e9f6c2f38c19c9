/** One request for every error about wallets, step-ups and recovery. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { type Browser, type HttpResponse, newAccount, openBrowser, signIn } from '../server/http-browser.ts'
import { expectStarted } from '../server/responses.ts'
import type { TestServer } from '../server/server.ts'
import {
  addMaximumWallets,
  linkWallet,
  requestKeep,
  requestLink,
  requestRecovery,
  requestRemoval,
  requestStepUp,
  stepUpAndLink,
} from '../server/wallets.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

export const ACCOUNT_ERRORS = {
  async step_up_required(_, browser) {
    await signInNewPerson(browser)
    return requestLink(browser, newAccount())
  },
  async wallet_not_yours(_, browser) {
    await signInNewPerson(browser)
    return requestStepUp(browser, newAccount(), 'recovery.drop')
  },
  async wallet_too_new(_, browser) {
    const { account } = await signInNewPerson(browser)
    const added = newAccount()
    const { id } = await linkWallet(browser, account, added)
    return requestRemoval(browser, added, id)
  },
  async wallet_in_use(server, browser) {
    const theirs = newAccount()
    expectStarted(await signIn(openBrowser(server), theirs))
    const { account } = await signInNewPerson(browser)
    return stepUpAndLink(browser, account, theirs)
  },
  async wallet_already_yours(_, browser) {
    const { account } = await signInNewPerson(browser)
    return stepUpAndLink(browser, account, account)
  },
  async wallet_limit(server, browser) {
    const { account, personId } = await signInNewPerson(browser)
    await addMaximumWallets(server, personId)
    return stepUpAndLink(browser, account, newAccount())
  },
  async last_wallet(_, browser) {
    const { account, walletId } = await signInNewPerson(browser)
    return requestRemoval(browser, account, walletId)
  },
  async not_removing(_, browser) {
    const { account, walletId } = await signInNewPerson(browser)
    return requestKeep(browser, account, walletId)
  },
  recovery_invalid: (_, browser) => requestRecovery(browser, { code: 'AAAAA-AAAAA-AAAAA-AAAAA' }),
} satisfies Partial<Record<ErrorCode, Produce>>

/** A person who just signed in with their only wallet. */
async function signInNewPerson(browser: Browser) {
  const account = newAccount()
  const { me, session } = expectStarted(await signIn(browser, account))
  return { account, personId: me.id, walletId: session.wallet.id }
}
