import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { onlySigningOfBaseAccount } from './base-account-parts.ts'

/** Browsers that support `light-dark()` and every script feature in use. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

/**
 * Few files instead of one for every set of screens that shares a module; each takes along what its modules import. The
 * styles of the shell come before those of the screens inside it, because every screen imports from its file.
 */
const CHUNKS = [
  { name: 'index', tags: ['$initial' as const] },
  { name: 'sign-in', test: /[\\/]web[\\/]src[\\/]components[\\/]sign-in[\\/](?!link-code)/ },
  { name: 'account', test: /[\\/]web[\\/]src[\\/]shell[\\/]/ },
  { name: 'shared', test: /[\\/](?:web|contract)[\\/]src[\\/](?!.*admin)/, minShareCount: 2 },
  { name: 'admin', test: /[\\/](?:web|contract)[\\/]src[\\/]/, minShareCount: 2 },
]

export default defineConfig({
  plugins: [react(), withoutUnusedDiscovery(), onlySigningOfBaseAccount()],
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    manifest: true,
    // The content security policy allows fonts and scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // A page contains only the routes that it calls.
      treeshake: { manualPureFunctions: ['defineRoute'] },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
})

/**
 * wagmi's `createConfig` carries its own wallet discovery and the connector made for it. Ours is switched off and
 * replaced (`wallet/discovery.ts`, `wallet/connector.ts`), so these eight kilobytes would never run.
 */
function withoutUnusedDiscovery(): Plugin {
  const unused = /[\\/]@wagmi[\\/]core[\\/].*[\\/]connectors[\\/]injected\.js$|[\\/]mipd[\\/].*\.js$/
  return {
    name: 'without-unused-discovery',
    enforce: 'pre',
    transform(code, id) {
      if (!unused.test(id)) return undefined
      const names = [...code.matchAll(/export (?:function|const) (\w+)|export \{ (\w+)/g)].map(
        (found) => found[1] ?? found[2],
      )
      const refuse = (name: string | undefined) =>
        `export function ${name}() { throw new Error('${name} is not part of this page') }`
      return { code: names.map(refuse).join('\n'), map: null }
    },
  }
}
