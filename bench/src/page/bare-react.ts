import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { BROWSERS } from '../../../web/vite.config.ts'

/** Builds the page with React alone by the tools and for the browsers of our page. */
export async function buildBareReact(folder: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, '..', '..', 'peers', 'bare-react'),
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: BROWSERS,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  })
}
