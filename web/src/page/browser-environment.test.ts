import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMobile } from '../session/browser.ts'
import { detectBrowser } from './browser-environment.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test('detects desktop browsers', () => {
  const detect = (agent: string) => detectBrowser(agent, 0)
  assert.deepEqual(detect(`${MAC} Version/18.0 Safari/605.1.15`), {
    device: 'desktop',
    system: 'other',
    browser: 'safari',
  })
  assert.equal(detect('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0').browser, 'firefox')
  assert.equal(detect('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36').browser, 'chrome')
  assert.equal(detect('Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0').browser, 'edge')
})

test('detects phones, and iPads with a Mac user agent', () => {
  assert.deepEqual(detectBrowser(`${IPHONE} Version/18.0 Mobile Safari/604.1`, 5), {
    device: 'phone',
    system: 'ios',
    browser: 'safari',
  })
  assert.equal(detectBrowser(`${MAC} Version/18.0 Safari/605.1.15`, 5).device, 'phone')
  assert.equal(detectBrowser('Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 5).system, 'android')
})

test('takes tablets for mobile devices, and a Mac or a touch screen alone for a computer', () => {
  const mobile = (userAgent: string, maxTouchPoints: number) => isMobile({ userAgent, maxTouchPoints })
  assert.equal(mobile(`${MAC} Version/18.0 Safari/605.1.15`, 5), true)
  assert.equal(mobile('Mozilla/5.0 (Linux; Android 15; SM-X910) Chrome/140.0 Safari/537.36', 5), true)
  assert.equal(mobile(`${MAC} Version/18.0 Safari/605.1.15`, 0), false)
  assert.equal(mobile('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36', 10), false)
})

test('detects in-app browsers', () => {
  assert.equal(detectBrowser(`${IPHONE} Mobile/15E148 Instagram 350.0`, 5).device, 'in-app')
})
