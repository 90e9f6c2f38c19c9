/** JSON in the browser's storage; a blocked or full storage is ignored. */

import type { KeyValue } from './env.ts'
import { ignoreErrors } from './untrusted.ts'

/** Null when there is none; undefined when it cannot be read. */
export function readJson(storage: KeyValue | undefined, key: string): unknown {
  return ignoreErrors(() => storage && JSON.parse(storage.getItem(key) ?? 'null'))
}

export function writeJson(storage: KeyValue | undefined, key: string, value: unknown): void {
  ignoreErrors(() => storage?.setItem(key, JSON.stringify(value)))
}

export function removeJson(storage: KeyValue | undefined, key: string): void {
  ignoreErrors(() => storage?.removeItem(key))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
