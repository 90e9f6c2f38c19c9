import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { openBrowser } from '../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'

forDefaultEngine('identicons', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const address = '0x8b250d4d3a7b2d5a4c2f3f0a9c1b7e6d5f4a3b2c'

  test('are the same for everyone, embeddable and inert', async () => {
    const browser = openBrowser(server)
    const [one, two] = [await browser.get(`/identicon/${address}.svg`), await browser.get(`/identicon/${address}.svg`)]
    assert.equal(one.status, 200)
    assert.equal(one.text, two.text)
    assert.match(
      one.text,
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"(?: [\w]+="[\w ]+")+><path [^<>]+\/><path [^<>]+\/><\/svg>\n$/,
    )
    const { headers } = one
    assert.deepEqual(
      ['content-type', 'cross-origin-resource-policy', 'content-security-policy', 'cache-control'].map(
        (name) => headers[name],
      ),
      [
        'image/svg+xml; charset=utf-8',
        'cross-origin',
        "default-src 'none'; frame-ancestors 'none'",
        'public, max-age=31536000, immutable',
      ],
    )
    const other = await browser.get(`/identicon/${address.replace('8b', '9b')}.svg`)
    assert.notEqual(other.text, one.text)
  })

  test('are drawn for addresses of every chain family, whose case matters in base58', async () => {
    const browser = openBrowser(server)
    const pictureOf = async (name: string) => (await browser.get(`/identicon/${name}.svg`)).text
    const names = [
      '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
      '7ecDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ]
    const pictures = await Promise.all(names.map(pictureOf))
    assert.ok(pictures.every((picture) => picture.startsWith('<svg ')))
    assert.equal(new Set(pictures).size, names.length)
    const upper = await browser.get('/identicon/BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4.svg')
    assert.equal(upper.status, 404)
  })

  test('require a valid address', async () => {
    const browser = openBrowser(server)
    for (const name of [
      'x.svg',
      `${address.toUpperCase()}.svg`,
      `${address}.png`,
      `${address}0.svg`,
      `${address}.svg/`,
      '%3Csvg.svg',
    ])
      assert.equal((await browser.get(`/identicon/${name}`)).status, 404, name)
  })
})
