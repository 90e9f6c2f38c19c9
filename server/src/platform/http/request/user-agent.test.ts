import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deviceLabel } from '../exchange.ts'

const LABELS: [string, string | undefined][] = [
  [
    'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  ],
  [
    'Edge on Windows',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0',
  ],
  [
    'Safari on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  [
    'Safari on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Samsung Internet on Android',
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  ['Unknown browser', undefined],
  ['Unknown browser', '<script>alert(1)</script>'],
  ['Unknown browser', `${'x'.repeat(512)} Firefox/1`],
]

describe('user agent labels', () => {
  for (const [label, agent] of LABELS)
    test(`are "${label}" for ${agent?.slice(0, 40) ?? 'no header'}`, () => assert.equal(deviceLabel(agent), label))
})
