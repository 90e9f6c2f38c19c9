import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/wallet.ts'

export type { LinkedVia, Wallet, WalletDetails } from '../schemas/wallet.ts'

export const listWallets = defineRoute<typeof schemas.listWallets>()('GET /api/me/wallets')

export const getWallet = defineRoute<typeof schemas.getWallet>()('GET /api/me/wallets/:id')

/** The new wallet signs the proof; a linked wallet signed the step-up. */
export const linkWallet = defineRoute<typeof schemas.linkWallet>()('POST /api/me/wallets', {
  stepUp: { action: 'wallet.add', target: ['proof.account'] },
  status: 201,
  proof: true,
  phone: true,
  errors: ['wallet_in_use', 'wallet_already_yours', 'wallet_limit'],
})

export const renameWallet = defineRoute<typeof schemas.renameWallet>()('PATCH /api/me/wallets/:id', { versioned: true })

export const makePrimary = defineRoute<typeof schemas.makePrimary>()('POST /api/me/wallets/:id/primary', {
  stepUp: { action: 'wallet.primary', target: ['id'] },
})

/** At once if the wallet itself signed the step-up, otherwise after three days. */
export const removeWallet = defineRoute<typeof schemas.removeWallet>()('DELETE /api/me/wallets/:id', {
  stepUp: { action: 'wallet.remove', target: ['id'] },
  errors: ['last_wallet'],
})

/** Cancels a removal: signed by the wallet itself, the one that requested it, or one linked before that one. */
export const keepWallet = defineRoute<typeof schemas.keepWallet>()('POST /api/me/wallets/:id/keep', {
  stepUp: { action: 'wallet.keep', target: ['id'] },
  errors: ['not_removing', 'forbidden'],
})
