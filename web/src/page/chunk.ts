import { type ComponentType, createElement, lazy } from 'react'

export class ChunkLoadError extends Error {
  /** Only a reload helps: the server has a newer build, or this browser caches the failed import. */
  readonly outdated: boolean

  constructor(outdated: boolean, cause: unknown) {
    super('A part of the page did not load', { cause })
    this.outdated = outdated
  }
}

type Load = () => Promise<unknown>

const PAGE_TIMEOUT_MS = 15_000
const failed = new Map<Load, () => void>()
const retried = new Set<Load>()
const failedStylesheets = new Set<HTMLLinkElement>()
const retryListeners = new Set<() => void>()
let attempts = 0

/** `load` identifies the chunk; `reset` is called when a retry is requested. */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>, reset: () => void): Promise<Chunk> {
  const attempt = attempts
  try {
    await Promise.all([...failedStylesheets].map(reloadStylesheet))
    const chunk = await load()
    retried.delete(load)
    return chunk
  } catch (cause) {
    const page = await fetchPage()
    if (attempt !== attempts) return loadChunk(load, reset)
    const isCurrent = page.includes(new URL(import.meta.url).pathname)
    failed.set(load, reset)
    throw new ChunkLoadError(page.includes('id="boot"') && (retried.has(load) || !isCurrent), cause)
  }
}

/** A chunk that fails again after this, although the server responds, needs a reload. */
export function markRetried(): void {
  for (const load of failed.keys()) retried.add(load)
}

export function retryFailedChunks(): void {
  attempts++
  for (const reset of failed.values()) reset()
  failed.clear()
  for (const listener of retryListeners) listener()
}

/** Calls the listener with every retry, wherever it was requested. */
export function onChunksRetried(listener: () => void): () => void {
  retryListeners.add(listener)
  return () => retryListeners.delete(listener)
}

/** Vite requests a style sheet once and then treats it as loaded, so failed ones are recorded here. */
export function watchStylesheets(): void {
  const record = ({ target }: Event) => {
    // Firefox also reports modulepreload links of modules that are already loaded.
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target)
  }
  addEventListener('error', record, true)
}

function reloadStylesheet(link: HTMLLinkElement): Promise<unknown> {
  failedStylesheets.delete(link)
  return new Promise((resolve, reject) => {
    const next = Object.assign(document.createElement('link'), { rel: link.rel, href: link.href })
    next.onload = resolve
    next.onerror = reject
    link.replaceWith(next)
  })
}

/** The current page names the chunks of the current build. */
async function fetchPage(): Promise<string> {
  try {
    return await (await fetch('/sign-in', { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) })).text()
  } catch {
    return ''
  }
}

/** `React.lazy` that can load again after its chunk failed. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const create = () => lazy(async () => ({ default: await loadChunk(load, reset) }))
  const reset = () => {
    Current = create()
  }
  let Current: ComponentType<Props> = create()
  return (props) => createElement(Current, props)
}
