/** Runs in the page, in each browser: finds what a person would look for, by role and accessible name. */

/**
 * The elements that match, and where to click the only one. Refers to nothing outside itself, so that its source can
 * be sent to the page.
 * @param {{ role: string, name?: string, exact: boolean }[]} path Each is looked for within the one before.
 * @returns {{ count: number, point?: { x: number, y: number }, obstacle?: string }}
 */
export function locate(path) {
  const SELECTORS = {
    banner: 'header',
    button: 'button, summary, [role=button], [role=menuitem]',
    dialog: 'dialog[open], [role=dialog]',
    heading: 'h1, h2',
    link: 'a[href]',
    main: 'main',
    navigation: 'nav',
    textbox: 'input, textarea',
  }

  const collapse = (text) => text.replace(/\s+/g, ' ').trim()

  const isVisible = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0

  const queryAll = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? queryAll(shadowRoot, selector) : [])),
  ]

  function nameOf(element) {
    const ids = element.getAttribute('aria-labelledby')?.split(' ')
    if (ids) return ids.map((id) => element.getRootNode().getElementById(id)?.textContent).join(' ')
    return element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.innerText
  }

  const hasName = (element, { name, exact }) => {
    if (name === undefined) return true
    const own = collapse(nameOf(element))
    return exact ? own === collapse(name) : own.includes(collapse(name))
  }

  /** What a click would reach, also inside of shadow roots. */
  function elementAt({ x, y }, root = document) {
    const reached = root.elementFromPoint(x, y)
    return reached?.shadowRoot ? elementAt({ x, y }, reached.shadowRoot) : reached
  }

  let found = [document]
  for (const step of path)
    found = [...new Set(found.flatMap((root) => queryAll(root, SELECTORS[step.role])))].filter(
      (element) => isVisible(element) && hasName(element, step),
    )
  const [element] = found
  if (!element || found.length > 1) return { count: found.length }
  if (element.disabled || element.ariaDisabled === 'true' || element.ariaBusy === 'true')
    return { count: 1, obstacle: 'It is disabled.' }
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
  const reached = elementAt(point)
  if (element.contains(reached)) return { count: 1, point }
  return { count: 1, obstacle: `It is behind ${reached?.outerHTML.slice(0, 200)}.` }
}
