import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { SUPPORTED_BROWSERS } from './src/page/supported-browsers.ts'

export const BROWSERS = Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => name.toLowerCase() + version)

/**
 * Few files instead of one for every set of screens that shares a module; each takes along what its modules import. The
 * styles of the shell come before those of the screens inside it, because every screen imports from its file.
 */
const CHUNKS = [
  // Two thirds of the first load, compiled in a thread of its own while the rest is compiled in another.
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  { name: 'index', tags: ['$initial' as const] },
  {
    // With everything that the sign-in page shows later without a click.
    name: 'sign-in',
    test: /[\\/]web[\\/]src[\\/](?:components[\\/](?:sign-in[\\/](?!link-code)|wallet-apps)|sign-in[\\/]classify|ui[\\/]toast)/,
  },
  { name: 'account', test: /[\\/]web[\\/]src[\\/]shell[\\/]/ },
  { name: 'shared', test: /[\\/](?:web|contract)[\\/]src[\\/](?!.*admin)/, minShareCount: 2 },
  { name: 'admin', test: /[\\/](?:web|contract)[\\/]src[\\/]/, minShareCount: 2 },
]

/**
 * Chromium compiles the files of the first load in other threads while they load, instead of each function when it is
 * called. It wants the comment on the first line, so it is added after everything that Vite adds.
 */
const compileWhileLoading: Plugin = {
  name: 'compile-while-loading',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && (file.isEntry || file.name === 'react'))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
  // React is the largest, so it is requested first.
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const preloads = html.match(MODULE_PRELOADS)?.join('') ?? ''
      return html.replace(MODULE_PRELOADS, '').replace(/ *<script type="module"/, (script) => preloads + script)
    },
  },
}

const MODULE_PRELOADS = / *<link rel="modulepreload"[^>]*>\n/g

export default defineConfig({
  plugins: [react(), compileWhileLoading],
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
