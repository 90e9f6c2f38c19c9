import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Browsers that know `light-dark()`, nesting-free modern CSS and every script feature we write. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

export default defineConfig({
  plugins: [react(), withoutUnusedDiscovery(), withoutErrorTitles()],
  resolve: { alias: { 'zod/mini': fileURLToPath(new URL('src/api/inert-schema.ts', import.meta.url)) } },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    manifest: true,
    // Our content security policy allows fonts and scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
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

/** The titles of the error catalogue are for the wire and the log; the page has words of its own for every code. */
function withoutErrorTitles(): Plugin {
  return {
    name: 'without-error-titles',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]contract[\\/]src[\\/]errors\.ts$/.test(id)) return undefined
      return { code: code.replace(/title: '[^']*'/g, "title: ''"), map: null }
    },
  }
}
