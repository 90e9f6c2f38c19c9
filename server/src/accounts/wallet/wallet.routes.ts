import { AppError } from '@countersign/contract/errors.ts'
import { RATE_SESSIONS_PER_ADDRESS } from '@countersign/contract/limits.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import * as contract from '@countersign/contract/routes/wallet.ts'
import { authorizeRoute, type Call } from '../../access/authorize-route.ts'
import type { Context } from '../../context.ts'
import { browserOf } from '../../platform/http/browser-binding.ts'
import { subnetOf } from '../../platform/http/client-ip.ts'
import { takeRate } from '../../platform/http/take-rate.ts'
import { type Claim, readClaim } from '../../proof/challenge/challenge.ts'
import { refreshNames } from '../ens-name/refresh-names.ts'
import { countUse } from './change-wallet.store.ts'
import { makePrimary, renameWallet } from './change-wallet.ts'
import { findLinkedBefore, linkWallet, recordLinkRefusal } from './link-wallet.ts'
import { listOwnWallets, requireOwnWallet } from './own-wallets.ts'
import { describeWallet, presentWallet } from './present-wallet.ts'
import { keepWallet, removeWallet } from './remove-wallet.ts'
import { findPrimaryId, type WalletRecord } from './wallet.store.ts'
import { walletLabel } from './wallet.ts'

export const walletRoutes = (context: Context) => [
  authorizeRoute(context, contract.listWallets, async ({ session }) => {
    const { store } = context
    const wallets = await listOwnWallets(context, store, session.person.id)
    const primaryId = await findPrimaryId(store, session.person.id)
    refreshNames(context, wallets)
    const beside = { primaryId, currentId: session.wallet.id, now: context.now() }
    return { items: wallets.map((wallet) => describeWallet(wallet, beside)) }
  }),

  authorizeRoute(context, contract.getWallet, async ({ session, params }) => {
    const own = { personId: session.person.id, walletId: params.id }
    const wallet = await requireOwnWallet(context, context.store, own)
    const use = await countUse(context.store, wallet, context.now())
    return { wallet: await present(context, session, wallet), ...use }
  }),

  authorizeRoute(
    context,
    contract.linkWallet,
    async (call) => {
      const { exchange, session, body } = call
      const network = subnetOf(exchange.ip)
      takeRate(context, 'session', exchange.ip, RATE_SESSIONS_PER_ADDRESS)
      const source = exchange.source
      try {
        const names = walletLabel(body.proof.wallet)
        const linking = { claim: linkClaim(context, call), session, source, network, names, label: body.label }
        return await present(context, session, await linkWallet(context, linking))
      } catch (error) {
        recordLinkRefusal(context, error, { session, source })
        throw error
      }
    },
    (call) => repeatLink(context, call),
  ),

  authorizeRoute(context, contract.renameWallet, async (call) => {
    const renamed = await renameWallet(context, { ...changeOf(call), label: call.body.label, version: call.version })
    return present(context, call.session, renamed)
  }),

  authorizeRoute(context, contract.makePrimary, async (call) =>
    present(context, call.session, await makePrimary(context, changeOf(call))),
  ),

  authorizeRoute(context, contract.removeWallet, async (call) => {
    const { status, removeAt } = await removeWallet(context, {
      ...changeOf(call),
      version: call.version,
      signerId: call.signerId,
    })
    return { status, removeAt: removeAt === null ? null : new Date(removeAt).toISOString() }
  }),

  authorizeRoute(context, contract.keepWallet, async (call) =>
    present(context, call.session, await keepWallet(context, changeOf(call))),
  ),
]

type LinkCall = Pick<Call<typeof contract.linkWallet>, 'exchange' | 'session' | 'body'>

function linkClaim(context: Context, { exchange, session, body }: LinkCall): Claim {
  return readClaim(context, { proof: body.proof, purpose: 'link_wallet', browser: browserOf(exchange), session })
}

/** A browser that names its challenge as the key of the request asks for an answer it did not get. */
async function repeatLink(context: Context, call: LinkCall): Promise<Wallet | undefined> {
  const key = call.exchange.header('idempotency-key')
  if (key === undefined) return undefined
  try {
    const wallet = await findLinkedBefore(context, { claim: linkClaim(context, call), session: call.session, key })
    return wallet && (await present(context, call.session, wallet))
  } catch (error) {
    // What is wrong with the proof is said, and recorded, where it is used.
    if (error instanceof AppError) return undefined
    throw error
  }
}

type Session = Call<typeof contract.getWallet>['session']

function present(context: Context, session: Session, wallet: WalletRecord) {
  return presentWallet(context, context.store, { wallet, session })
}

function changeOf({
  exchange,
  session,
  params,
}: Pick<Call<typeof contract.getWallet>, 'exchange' | 'session' | 'params'>) {
  return { session, source: exchange.source, walletId: params.id }
}
