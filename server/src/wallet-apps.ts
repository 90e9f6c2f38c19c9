/** `WALLET_APPS`: the wallet apps offered on phones, in order. */

import { isName } from '@countersign/contract/names/name.ts'
import type { WalletApp } from '@countersign/contract/routes/public.ts'
import { walletAppIds } from '@countersign/contract/schemas/public.ts'
import { isAppLink } from '@countersign/contract/url/app-link.ts'

const EXAMPLE = 'Example: metamask, trust, My Wallet=https://wallet.example/open?url={url}'
const NAME_MAX = 40
const APPS_MAX = 12
const PLACEHOLDERS = /\{(?:url|host_and_path|origin)\}/g

export function parseWalletApps(value: string): WalletApp[] | { problem: string } {
  if (value === 'none') return []
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  const apps = entries.map(parseEntry)
  const problem = apps.find((app) => typeof app === 'object' && 'problem' in app)
  if (problem) return problem as { problem: string } // found by that very key
  const list = apps as WalletApp[] // no entry has a problem
  if (list.length > APPS_MAX) return { problem: `at most ${APPS_MAX} apps are supported.` }
  const names = list.map((app) => (typeof app === 'string' ? app : app.name.toLowerCase()))
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  return duplicate === undefined ? list : { problem: `"${duplicate}" is listed twice.` }
}

function parseEntry(entry: string): WalletApp | { problem: string } {
  const at = entry.indexOf('=')
  if (at === -1) {
    const listed = walletAppIds.find((id) => id === entry.toLowerCase())
    if (listed) return listed
    return { problem: `"${entry.slice(0, 60)}" is not one of ${walletAppIds.join(', ')}. ${EXAMPLE}` }
  }
  const name = entry.slice(0, at).trim()
  const link = entry.slice(at + 1).trim()
  if (!isName(name, NAME_MAX)) return { problem: `"${name.slice(0, 60)}" is not a valid app name. ${EXAMPLE}` }
  const filled = link.replaceAll(PLACEHOLDERS, 'x')
  if (filled === link || /[{}]/.test(filled) || !isAppLink(filled)) {
    return {
      problem: `the link of "${name}" must start with https:// or the scheme of the app, and contain {url}, {host_and_path} or {origin}. Write a comma in it as %2C. ${EXAMPLE}`,
    }
  }
  return { name, link }
}
