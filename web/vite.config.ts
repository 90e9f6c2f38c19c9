import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Browsers that support `light-dark()` and every script feature in use. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

/**
 * Few files instead of one for every set of screens that shares a module; each takes along what its modules import. The
 * styles of the shell come before those of the screens inside it, because every screen imports from its file.
 */
const CHUNKS = [
  { name: 'index', tags: ['$initial' as const] },
  { name: 'sign-in', test: /[\\/]web[\\/]src[\\/](?:components[\\/]sign-in[\\/](?!link-code)|sign-in[\\/]classify)/ },
  { name: 'account', test: /[\\/]web[\\/]src[\\/]shell[\\/]/ },
  { name: 'shared', test: /[\\/](?:web|contract)[\\/]src[\\/](?!.*admin)/, minShareCount: 2 },
  { name: 'admin', test: /[\\/](?:web|contract)[\\/]src[\\/]/, minShareCount: 2 },
]

export default defineConfig({
  plugins: [react()],
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
