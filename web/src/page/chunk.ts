/** A file of the page that did not come on its way to a screen that needs it. */
export class LostPart extends Error {
  /** Asking again is no use: the server has a newer page by now, or this browser does not ask for a file twice. */
  readonly gone: boolean

  constructor(gone: boolean, cause: unknown) {
    super('Part of the page did not arrive', { cause })
    this.gone = gone
  }
}

type Load = () => Promise<unknown>

const waiting = new Map<Load, () => void>()
const insisted = new Set<Load>()
const lostLooks = new Set<HTMLLinkElement>()
let attempts = 0

/** `load` identifies the part; `again` is called when the person wants it to be fetched once more. */
export async function fetchPart<Part>(load: () => Promise<Part>, again: () => void): Promise<Part> {
  const attempt = attempts
  try {
    await Promise.all([...lostLooks].map(fetchLooks))
    const part = await load()
    insisted.delete(load)
    return part
  } catch (cause) {
    const page = await readPage()
    // Another part failed first, and the person has tried again since.
    if (attempt !== attempts) return fetchPart(load, again)
    const gone = page.includes('id="boot"') && (insisted.has(load) || !page.includes(new URL(import.meta.url).pathname))
    waiting.set(load, again)
    throw new LostPart(gone, cause)
  }
}

/** The person asks for the lost parts: one that fails again although the server answers needs a new document. */
export function insist(): void {
  for (const load of waiting.keys()) insisted.add(load)
}

export function fetchAgain(): void {
  attempts++
  for (const again of waiting.values()) again()
  waiting.clear()
}

/** The bundler asks for a style sheet once and then takes it to be there: what was lost is noted, to be fetched by us. */
export function watchLooks(): void {
  const note = ({ target }: Event) => target instanceof HTMLLinkElement && lostLooks.add(target)
  addEventListener('error', note, true)
}

function fetchLooks(link: HTMLLinkElement): Promise<unknown> {
  lostLooks.delete(link)
  return new Promise((resolve, reject) => {
    const next = Object.assign(document.createElement('link'), { rel: link.rel, href: link.href })
    next.onload = resolve
    next.onerror = reject
    link.replaceWith(next)
  })
}

/** The page as the server has it now: it names the files that belong to it. */
async function readPage(): Promise<string> {
  try {
    return await (await fetch('/sign-in', { signal: AbortSignal.timeout(PAGE_MS) })).text()
  } catch {
    return ''
  }
}

const PAGE_MS = 15_000
