/** A file of the page that did not come on its way to a screen that needs it. */
export class LostPart extends Error {
  /** Asking again is no use: the server has a newer page by now, or this browser does not ask for a file twice. */
  readonly gone: boolean

  constructor(gone: boolean, cause: unknown) {
    super('Part of the page did not arrive', { cause })
    this.gone = gone
  }
}

const waiting = new Set<() => void>()
const lostLooks = new Set<HTMLLinkElement>()
let insisted = false

/** `again` is called when the person wants it to be fetched once more. */
export async function fetchPart<Part>(load: () => Promise<Part>, again: () => void): Promise<Part> {
  try {
    await Promise.all([...lostLooks].map(fetchLooks))
    const part = await load()
    insisted = false
    return part
  } catch (cause) {
    const page = await readPage()
    const gone = page.includes('id="boot"') && (insisted || !page.includes(new URL(import.meta.url).pathname))
    waiting.add(again)
    throw new LostPart(gone, cause)
  }
}

/** The person wants it: if it stays away although the server is there, a new document is all that helps. */
export function insist(): void {
  insisted = true
}

export function fetchAgain(): void {
  for (const again of waiting) again()
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

const PAGE_MS = 5000
