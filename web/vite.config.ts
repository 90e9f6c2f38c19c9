import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { onlySigningOfBaseAccount } from './base-account-parts.ts'

/** Browsers that know `light-dark()`, nesting-free modern CSS and every script feature we write. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

/** Small, and needed by most screens that know of apps: one file, since the first one names each of them. */
const aboutApps = {
  name: 'about-apps',
  test: /[\\/]contract[\\/]src[\\/](?:app|app-limits|app-uri|app-use|grant|interaction|logo|scope)\.ts$/,
}

/** The same of what shows a wallet, or an app's picture. */
const aboutWallets = {
  name: 'about-wallets',
  test: /[\\/]web[\\/]src[\\/]ui[\\/](?:address|address-text|app-logo|copy-button|identicon)\.tsx?$/,
}

export default defineConfig({
  plugins: [react(), withoutUnusedDiscovery(), withoutServersPart(), onlySigningOfBaseAccount()],
  resolve: { alias: { 'zod/mini': fileURLToPath(new URL('src/api/inert-schema.ts', import.meta.url)) } },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    manifest: true,
    // Our content security policy allows fonts and scripts from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [firstFile(), aboutApps, aboutWallets] } } },
  },
})

type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/**
 * All the page needs before a wallet can be clicked is one file. Left to itself the bundler makes one of every set of
 * modules that two screens share: two dozen small files that compress a tenth worse, more with every new screen.
 */
function firstFile() {
  const first = new Set<string>()
  const visit = (id: string, modules: Modules) => {
    if (first.has(id) || !id.includes('/web/src/')) return
    first.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) visit(imported, modules)
  }
  const entry = fileURLToPath(new URL('src/main.tsx', import.meta.url)).replaceAll('\\', '/')
  return {
    debugName: 'first',
    name(id: string, modules: Modules) {
      visit(entry, modules)
      return first.has(id) ? 'first' : null
    },
  }
}

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

/**
 * What only the server and the log read of the contract: the titles of errors, and all that a route is checked by. The
 * page has words of its own for every code; schemas, inert here anyway, are left out where nothing else names them.
 */
function withoutServersPart(): Plugin {
  return {
    name: 'without-servers-part',
    enforce: 'pre',
    transform(code, id) {
      const [, name] = /[\\/]contract[\\/]src[\\/]([\w-]+)\.ts$/.exec(id) ?? []
      if (name === undefined) return undefined
      if (name === 'errors') return { code: code.replace(/ title: '[^']*',/g, ''), map: null }
      // What a step-up confirms is written by the server; the page has its own words for that too.
      if (name === 'action') return { code: code.replace('Object.keys(actions)', '[]'), map: null }
      const called = code.replace(/^export const \w+ = defineRoute\(\{\n(?:[ }].*\n)*?^\}\)/gm, withoutChecks)
      return { code: called.replace(/(?<![\w.`])(?:z\.\w+|idSchema)\(/g, '/* @__PURE__ */ $&'), map: null }
    },
  }
}

/** Of a route the page needs where to call it and what a good answer is like; the rest is for the server to check. */
function withoutChecks(route: string): string {
  return route.replace(
    /^ {2}(?:caller|permission|stepUp|versioned|body|query|answer|errors|maxBody):.*\n(?: {4}.*\n| {2}[\])}].*\n)*/gm,
    '',
  )
}
