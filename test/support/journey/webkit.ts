/** WebKitGTK, driven by WebKitWebDriver over HTTP. A profile is a process; its display is in memory. */

import { type ChildProcess, spawn } from 'node:child_process'
import { freePort } from '../free-port.ts'
import { share } from '../shared.ts'
import { START_MS, until } from '../until.ts'
import { clickActions, typeActions } from './actions.ts'
import { CLOSED_PROXY, type JourneyBrowser, type JourneyProfile, type Tab, VIEWPORT } from './journey-browser.ts'

/** Of the window, which also has a bar. */
const WINDOW = { x: 0, y: 0, width: VIEWPORT.width, height: VIEWPORT.height + 38 }
/** As much as the X server needs to show it. */
const SCREEN = '1400x1000x24'

type Display = { name: string; process: ChildProcess }

const startDisplay: () => Promise<Display> = share(launchDisplay, { dispose: ({ process }) => endProcess(process) })

async function launchDisplay(): Promise<Display> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const name = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('Xvfb did not start.')))
    child.stdout?.once('data', (chunk) => resolve(`:${String(chunk).trim()}`))
  })
  return { name, process: child }
}

export async function openWebKit(): Promise<JourneyBrowser> {
  const { name } = await startDisplay()
  return { openProfile: () => openProfile(name) }
}

type Send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<T>

async function openProfile(display: string): Promise<JourneyProfile> {
  const port = await freePort()
  const driver = spawn('/usr/bin/WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
  })
  const send = connectDriver(port)
  await until(
    () => send<{ ready: boolean }>('GET', '/status').catch(() => undefined),
    (status) => status?.ready === true,
    'WebKitWebDriver is ready',
    START_MS,
  )
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: capabilities() })
  const inSession: Send = (method, path, body) => send(method, `/session/${sessionId}${path}`, body)
  const pageErrors: string[] = []
  return {
    pageErrors,
    openTab: () => openTab(inSession, pageErrors),
    async close() {
      await inSession('DELETE', '')
      await endProcess(driver)
    },
  }
}

function capabilities() {
  const binary = process.env.MINI_BROWSER
  const args = [
    '--automation',
    `--proxy=http://${CLOSED_PROXY.host}:${CLOSED_PROXY.port}`,
    '--ignore-host=localhost',
    '--ignore-host=127.0.0.1',
  ]
  return { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } }
}

function connectDriver(port: number): Send {
  return async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const { value } = JSON.parse(await response.text())
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
}

/**
 * A window, because scripts and clicks wait in a tab that is not shown. WebDriver acts on the window that was chosen
 * last, so every command chooses its own first.
 */
async function openTab(send: Send, pageErrors: string[]): Promise<Tab> {
  const { handle } = await send<{ handle: string }>('POST', '/window/new', { type: 'window' })
  const inTab: Send = async (method, path, body) => {
    await send('POST', '/window', { handle })
    return send(method, path, body)
  }
  await inTab('POST', '/window/rect', WINDOW)
  const act = (actions: unknown) => inTab<void>('POST', '/actions', { actions })
  return {
    open: (url) => inTab('POST', '/url', { url }),
    async evaluate(expression) {
      const script = `return JSON.stringify({ value: ${expression}, errors: ${TAKE_ERRORS} })`
      const { value, errors } = JSON.parse(await inTab<string>('POST', '/execute/sync', { script, args: [] }))
      pageErrors.push(...errors)
      return value
    },
    click: (point) => act(clickActions(point)),
    type: (text) => act(typeActions(text)),
  }
}

/** The driver reports no errors of the page: they are recorded once the journey has looked at a document. */
const TAKE_ERRORS = `(window.journeyErrors ??= (() => {
  const errors = []
  addEventListener('error', ({ message }) => message && errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  return errors
})()).splice(0)`

async function endProcess(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill()
  await ended
}
