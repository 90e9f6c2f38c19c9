import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_SESSIONS_PER_ADDRESS } from '@countersign/contract/limits.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import * as contract from '@countersign/contract/routes/wallet.ts'
import { recordRefusal } from '../../audit/record-event.ts'
import type { Authorize, Call, Caller } from '../../call.ts'
import type { Context } from '../../context.ts'
import { browserOf } from '../../platform/http/exchange.ts'
import { subnetOf, takeRate } from '../../platform/http/request/client-ip.ts'
import { readSignedMessage, type SignedMessage } from '../../proof/challenge/challenge.ts'
import { type Change, keepWallet, makePrimary, removeWallet, renameWallet } from './change-wallet.ts'
import { findLinkedBefore, linkWallet } from './link-wallet.ts'
import { presentWallet, presentWallets } from './present-wallet.ts'
import { countUse, type WalletRecord } from './wallet.store.ts'
import { requireOwnWallet, walletLabel } from './wallet.ts'

export const walletRoutes = (context: Context, authorize: Authorize) => [
  authorize(contract.listWallets, async ({ session }) => ({
    items: await presentWallets(context, { personId: session.person.id, currentId: session.wallet.id }),
  })),

  authorize(contract.getWallet, async ({ session, params }) => {
    const own = { personId: session.person.id, walletId: params.id }
    const wallet = await requireOwnWallet(context, context.store, own)
    const use = await countUse(context.store, wallet, context.now())
    return { wallet: await present(context, session, wallet), ...use }
  }),

  authorize(
    contract.linkWallet,
    async (call) => {
      const { exchange, session, actor, body } = call
      takeRate(context, 'session', exchange.ip, RATE_SESSIONS_PER_ADDRESS)
      try {
        const linked = await linkWallet(context, {
          ...{ signed: await readLinkMessage(context, call), session, actor },
          network: subnetOf(exchange.ip),
          names: walletLabel(body.proof.wallet),
          label: body.label,
        })
        return await present(context, session, linked)
      } catch (error) {
        recordRefusal(context, error, { kind: 'wallet.refused', ...actor, personId: session.person.id })
        throw error
      }
    },
    (call) => repeatLink(context, call),
  ),

  authorize(contract.renameWallet, async (call) => {
    const { version } = call.actor
    const renamed = await renameWallet(context, { ...changeOf(call), label: call.body.label, version })
    return present(context, call.session, renamed)
  }),

  authorize(contract.makePrimary, async (call) =>
    present(context, call.session, await makePrimary(context, changeOf(call))),
  ),

  authorize(contract.removeWallet, async (call) => {
    const { status, removeAt } = await removeWallet(context, { ...changeOf(call), signerId: call.signerId })
    return { status, removeAt: removeAt === null ? null : new Date(removeAt).toISOString() }
  }),

  authorize(contract.keepWallet, async (call) =>
    present(context, call.session, await keepWallet(context, { ...changeOf(call), signerId: call.signerId })),
  ),
]

type LinkCall = Pick<Call<typeof contract.linkWallet>, 'exchange' | 'session' | 'body'>

function readLinkMessage(context: Context, { exchange, session, body }: LinkCall): Promise<SignedMessage> {
  return readSignedMessage(context, {
    proof: body.proof,
    purpose: 'link_wallet',
    browser: browserOf(exchange),
    session,
  })
}

/** A request with its challenge as `Idempotency-Key` repeats one whose response was lost. */
async function repeatLink(context: Context, call: LinkCall): Promise<Wallet | undefined> {
  const key = call.exchange.header('idempotency-key')
  if (key === undefined) return undefined
  try {
    const wallet = await findLinkedBefore(context, {
      signed: await readLinkMessage(context, call),
      session: call.session,
      key,
    })
    return wallet && (await present(context, call.session, wallet))
  } catch (error) {
    // The handler checks the proof again and records the refusal.
    if (error instanceof AppError) return undefined
    throw error
  }
}

function present(context: Context, session: Caller, wallet: WalletRecord) {
  return presentWallet(context, context.store, { wallet, session })
}

function changeOf({ actor, params }: Pick<Call<typeof contract.getWallet>, 'actor' | 'params'>): Change {
  return { actor, walletId: params.id }
}
