import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Browsers that know `light-dark()`, nesting-free modern CSS and every script feature we write. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5']

export default defineConfig({
  plugins: [react()],
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
