/** What the journey needs of a browser. Finding elements and reading the page is the same script in each of them. */

export type JourneyBrowser = {
  /** A profile with its own cookies and storage. */
  openProfile(): Promise<JourneyProfile>
}

export type JourneyProfile = {
  openTab(): Promise<Tab>
  /** Uncaught errors of all tabs and, except in WebKitGTK, console errors; must stay empty. */
  pageErrors: string[]
  close(): Promise<void>
}

export type Tab = {
  /** Opens the address and waits until it is loaded. */
  open(url: string): Promise<void>
  /** Evaluates an expression in the page; its value passes through JSON. */
  evaluate<T>(expression: string): Promise<T>
  /** Clicks with the mouse. */
  click(point: Point): Promise<void>
  /** Types into the focused field. */
  type(text: string): Promise<void>
}

export type Point = { x: number; y: number }

/** The same in each browser, so that they show the same navigation. */
export const VIEWPORT = { width: 1280, height: 800 }

/** For browsers that would look for updates or lists: every request that is not for this machine is refused. */
export const CLOSED_PROXY = { host: '127.0.0.1', port: 9 }
