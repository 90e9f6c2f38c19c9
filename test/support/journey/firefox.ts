/** Firefox, driven by its own WebDriver BiDi server. One process; a user context is a profile. */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { share } from '../shared.ts'
import { START_MS } from '../until.ts'
import { clickActions, typeActions } from './actions.ts'
import { type Bidi, connectBidi } from './bidi.ts'
import { CLOSED_PROXY, type JourneyBrowser, type Tab, VIEWPORT } from './journey-browser.ts'

/** Nothing leaves this machine: what these do not turn off ends at a proxy that is not there. */
const PREFERENCES = {
  'remote.prefs.recommended': true,
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.startup.page': 0,
  'captivedetect.canonicalURL': '',
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.blocklist.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.prefetch-next': false,
  'network.proxy.type': 1,
  'network.proxy.http': CLOSED_PROXY.host,
  'network.proxy.http_port': CLOSED_PROXY.port,
  'network.proxy.ssl': CLOSED_PROXY.host,
  'network.proxy.ssl_port': CLOSED_PROXY.port,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  'network.trr.mode': 5,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': '',
}

type Firefox = { bidi: Bidi; process: ChildProcess; folder: string }

const launch: () => Promise<Firefox> = share(launchFirefox, {
  async dispose({ bidi, process, folder }) {
    const ended = new Promise((resolve) => process.once('exit', resolve))
    await bidi.send('browser.close')
    await ended
    rmSync(folder, { recursive: true, force: true })
  },
})

export async function openFirefox(): Promise<JourneyBrowser> {
  const { bidi } = await launch()
  const errors = new Map<string, string[]>()
  bidi.onEvent('log.entryAdded', ({ level, text, source }: LogEntry) => {
    if (level === 'error') errors.get(source.context ?? '')?.push(text ?? '')
  })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  return {
    async openProfile() {
      const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext')
      const pageErrors: string[] = []
      return {
        pageErrors,
        async openTab() {
          const { context } = await bidi.send<{ context: string }>('browsingContext.create', {
            type: 'tab',
            userContext,
          })
          errors.set(context, pageErrors)
          await bidi.send('browsingContext.setViewport', { context, viewport: VIEWPORT })
          return controlTab(bidi, context)
        },
        close: () => bidi.send('browser.removeUserContext', { userContext }),
      }
    },
  }
}

type LogEntry = { level: string; text: string | null; source: { context?: string } }

function controlTab(bidi: Bidi, context: string): Tab {
  const act = (actions: unknown) => bidi.send<void>('input.performActions', { context, actions })
  return {
    open: (url) => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const evaluated = await bidi.send<Evaluated>('script.evaluate', {
        expression: `JSON.stringify(${expression})`,
        target: { context },
        awaitPromise: false,
      })
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
      return evaluated.result.value && JSON.parse(evaluated.result.value)
    },
    click: (point) => act(clickActions(point)),
    type: (text) => act(typeActions(text)),
  }
}

type Evaluated =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

async function launchFirefox(): Promise<Firefox> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(folder, 'user.js'), lines.join(''))
  const parameters = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port=0']
  const child = spawn(process.env.FIREFOX ?? '/usr/bin/firefox-esr', parameters, {
    // A connection to another machine would end it.
    env: { ...process.env, HOME: folder, MOZ_DISABLE_NONLOCAL_CONNECTIONS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const bidi = await connectBidi(`${await readAddress(child)}/session`)
  await bidi.send('session.new', { capabilities: {} })
  return { bidi, process: child, folder }
}

/** Firefox prints the address of its server once it listens. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = () => reject(new Error(`Firefox did not start:\n${output}`))
    const timer = setTimeout(fail, START_MS)
    child.once('exit', fail)
    child.once('error', reject)
    child.stderr?.on('data', (chunk) => {
      output += chunk
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(output) ?? []
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}
