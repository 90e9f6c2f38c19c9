/** Finds or installs the browsers that the tests drive. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../server/node.mjs'
import { canInstall, fail, installFromDebian, root } from './setup.mjs'

/** Chromium for the browser tests; the headless build opens pages three times as fast. */
export function ensureBrowser() {
  const named = process.env.CHROMIUM
  if (named && !existsSync(named)) fail(`No browser at ${named}. Correct CHROMIUM, or unset it.`)
  if (named) return named
  if (existsSync(HEADLESS) || (canInstall() && installFromDebian(['chromium-headless-shell']))) return HEADLESS
  const found = findBrowser()
  if (found) return found
  const problem = 'The browser tests require Chromium. Install it, or set CHROMIUM to its path.'
  if (!canInstall() || !installFromDebian(['chromium'])) fail(problem)
  return findBrowser() ?? fail('Chromium was installed but could not be found.')
}

const HEADLESS = '/usr/bin/chromium-headless-shell'

/** Firefox for the journey in a second browser. */
export function ensureFirefox() {
  const named = process.env.FIREFOX
  if (named && !existsSync(named)) fail(`No browser at ${named}. Correct FIREFOX, or unset it.`)
  const find = () => [named, ...FIREFOX].find((path) => path && existsSync(path))
  if (!find() && canInstall()) installFromDebian(['firefox-esr'])
  return find() ?? fail('The browser tests require Firefox. Install it, or set FIREFOX to its path.')
}

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

/** WebKitGTK, its driver and a display in memory, for `npm test -- --all-browsers`. */
export function ensureWebKit() {
  const isComplete = () => findMiniBrowser() && existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb')
  if (!isComplete() && canInstall()) installFromDebian(['webkit2gtk-driver', 'xvfb'])
  if (!isComplete()) fail('The journey in WebKitGTK requires Debian with the packages webkit2gtk-driver and xvfb.')
  return findMiniBrowser()
}

/** Its folder is named after the architecture. */
function findMiniBrowser() {
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'webkit2gtk-4.1', 'MiniBrowser'))
  return folders.find((path) => existsSync(path))
}

function findBrowser() {
  const system = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`)
  const macs = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  return [playwrightBrowser(), ...system, ...macs].find((path) => path && existsSync(path))
}

function playwrightBrowser() {
  const path = spawnSync(node, ['-p', 'require("playwright-core").chromium.executablePath()'], {
    cwd: root,
    encoding: 'utf8',
  })
  return path.status === 0 ? path.stdout.trim() : undefined
}
