import type { WalletLibrary } from '@countersign/contract/wallet-library.ts'

/** Runs a library that the operator installed. An element, because a failed `import()` cannot be repeated in Chromium. */
export function loadLibrary({ path, integrity }: WalletLibrary): Promise<void> {
  const script = document.createElement('script')
  const loaded = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${path} could not be loaded.`))
  })
  Object.assign(script, { src: path, integrity })
  document.head.append(script)
  return loaded.finally(() => script.remove())
}
