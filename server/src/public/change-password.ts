import type { Page } from '@countersign/contract/pages.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { send } from '../platform/http/send-response.ts'

/** W3C Change Password URL, which password managers open. */
export const CHANGE_PASSWORD_PATH = '/.well-known/change-password'

const WALLETS: Page = '/wallets'

export function sendToWallets(exchange: Exchange, headers: Record<string, string>): void {
  send(exchange, 302, { headers, more: { Location: WALLETS } })
}
