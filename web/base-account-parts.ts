/** Build: of the library of Base Account only what signing in uses, and nothing of it kept in the browser. */

import type { Plugin } from 'vite'

const HOME = /[\\/]@base-org[\\/]account[\\/]dist[\\/](.+)$/

/** Transactions, sub accounts, payments and telemetry: four fifths of it, which this page never runs. */
const UNUSED = [
  'core/telemetry/initCCA.js',
  'kms/crypto-key/index.js',
  'sign/base-account/utils/createSubAccountSigner.js',
  'sign/base-account/utils/findOwnerIndex.js',
  'sign/base-account/utils/handleAddSubAccountOwner.js',
  'sign/base-account/utils/handleInsufficientBalance.js',
  'sign/base-account/utils/routeThroughGlobalAccount.js',
]

const REPLACED: Record<string, string> = {
  // It would make clients for the nodes that the wallet names; signing in asks none.
  'store/chain-clients/utils.js': 'export function createClients() {}\nexport function getClient() {}',
  // Its own window for a blocked pop-up needs inline styles. The page has words for that: say no at once.
  'ui/Dialog/index.js': 'export const initDialog = () => ({ presentItem: ({ onClose }) => onClose(), clear() {} })',
  // It would ask the server for the header that every page of ours has.
  'util/checkCrossOriginOpenerPolicy.js':
    "export const getCrossOriginOpenerPolicy = () => 'same-origin-allow-popups'\nexport async function checkCrossOriginOpenerPolicy() {}",
}

/** Single lines of it: `[part, line, line of ours]`. */
const CHANGED: [part: string, from: string, to: string][] = [
  [
    // It keeps accounts and a private key in the browser; here they last as long as the page.
    'store/store.js',
    'createJSONStorage(() => localStorage)',
    'createJSONStorage(() => ({ getItem: () => null, setItem() {}, removeItem() {} }))',
  ],
  [
    // It brings its whole package.json.
    'core/constants.js',
    "import pkg from '../../package.json' with { type: 'json' };",
    "import { name, version } from '../../package.json';\nconst pkg = { name, version };",
  ],
]

export function onlySigningOfBaseAccount(): Plugin {
  return {
    name: 'only-signing-of-base-account',
    enforce: 'pre',
    transform(code, id) {
      const part = HOME.exec(id)?.[1]?.replaceAll('\\', '/')
      if (part === undefined) return undefined
      if (UNUSED.includes(part)) return { code: refuseAll(code), map: null }
      const replaced = REPLACED[part]
      if (replaced !== undefined) return { code: replaced, map: null }
      const [, from, to] = CHANGED.find(([changed]) => changed === part) ?? []
      if (from === undefined || to === undefined) return undefined
      if (!code.includes(from)) throw new Error(`${part} of @base-org/account no longer says: ${from}`)
      return { code: code.replace(from, to), map: null }
    },
  }
}

function refuseAll(code: string): string {
  const names = [...code.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map((found) => found[1])
  return names
    .map((name) => `export function ${name}() { throw new Error('${name} is not part of this page') }`)
    .join('\n')
}
