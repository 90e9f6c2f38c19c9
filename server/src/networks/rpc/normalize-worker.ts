/** Normalizes ENS names (ENSIP-15) in a worker thread: building the tables takes half a second. */

import { parentPort } from 'node:worker_threads'
import { ens_normalize as normalize } from '@adraffy/ens-normalize'

parentPort?.on('message', (name: string) => parentPort?.postMessage(normalized(name)))

function normalized(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}
