/** An app added like in the admin area, configured with the text shown there. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { App, createApp, Preset } from '@countersign/contract/routes/admin/app.ts'
import type { AccessValues } from '../../../web/src/components/admin/access-values.ts'
import { emptyApp, newAppForm } from '../../../web/src/screens/admin/apps/new/new-app.ts'
import { setupFiles } from '../../../web/src/screens/admin/apps/software/setup.ts'
import type { ProductWithOwner } from '../server/product-with-owner.ts'
import { LIBRARIES } from './example-app.ts'
import type { RunningApp } from './spawn-app.ts'

export type PresetApp = { app: App; textOf(file: string): string }
type Typed = { name: string; address: string; redirect?: string }

/** `more` overrides its settings. */
export async function addByPreset(
  product: ProductWithOwner,
  preset: Preset,
  typed: Typed,
  more: Partial<BodyOf<typeof createApp>> = {},
): Promise<PresetApp> {
  const access: AccessValues = { access: 'everyone', groupIds: [] }
  const values = { ...emptyApp(preset), redirect: undefined, access, ...typed }
  assert.deepEqual(newAppForm.validate(values), {})
  const { app, secret } = await product.addApp({ ...newAppForm.body(values), ...more })
  const files = setupFiles(app, { origin: product.origin, name: 'Acme', secret })
  return {
    app,
    textOf(file) {
      const found = files.find((each) => each.file === file)
      assert.ok(found, `no ${file} among ${files.map((each) => each.file)}`)
      return found.text
    },
  }
}

/** A fake next-auth: Next.js is large and only passes the settings to Auth.js, as Express does. */
export const AUTH_JS = {
  'node_modules/next-auth/package.json': '{ "type": "module", "exports": "./index.js" }',
  'node_modules/next-auth/index.js': 'export default (config) => ({ handlers: config })',
  'app.js': `import { ExpressAuth, getSession } from '@auth/express'
import express from 'express'
import { handlers as config } from './auth.js'

const app = express()
app.use('/api/auth', ExpressAuth(config))
app.get('/', async (request, response) => response.json(await getSession(request, config)))
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening on its port\\n'))
`,
}

/** Supports one sign-in at a time, whose state is kept in memory. */
export const CUSTOM_CODE = {
  'app.js': `import { createServer } from 'node:http'
import { finishSignIn, startSignIn } from './sign-in.js'

const { APP_URL, PORT } = process.env
let kept
createServer(async (request, response) => {
  const url = new URL(request.url, APP_URL)
  if (url.pathname === '/login') {
    kept = await startSignIn()
    response.writeHead(303, { Location: kept.url.href }).end()
  } else if (url.pathname === '/back') {
    const claims = await finishSignIn(url, kept).catch((error) => ({ error: String(error) }))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(claims))
  } else response.writeHead(404).end()
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('listening on its port\\n'))
`,
}

const MODULES = {
  'oidc-client-ts': 'oidc-client-ts/dist/esm/oidc-client-ts.js',
  'jwt-decode': 'jwt-decode/build/esm/index.js',
}

/** A static file server with a page that uses the given code. */
export async function startStaticPage(port: number, signIn: string): Promise<RunningApp> {
  const names = Object.keys(MODULES).map((name) => [name, `/${name}.js`])
  const page = `<!doctype html><title>App</title>
<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(names) })}</script>
<button id="in">Sign in</button><button id="out">Sign out</button><output></output>
<script type="module">
  import { finishSignIn, signIn, signOut, users } from '/sign-in.js'
  const show = (value) => { document.querySelector('output').textContent = JSON.stringify(value) }
  document.querySelector('#in').onclick = () => signIn()
  document.querySelector('#out').onclick = () => signOut()
  try {
    if (location.pathname === '/back') await finishSignIn()
    const user = await users.getUser()
    const address = await users.metadataService.getUserInfoEndpoint()
    const headers = { authorization: 'Bearer ' + user?.access_token }
    show(user ? { claims: user.profile, userinfo: await (await fetch(address, { headers })).json() } : 'nobody')
  } catch (error) {
    show(String(error))
  }
</script>`
  const scripts = new Map(
    Object.entries(MODULES).map(([name, path]) => [`/${name}.js`, readFileSync(join(LIBRARIES, path), 'utf8')]),
  ).set('/sign-in.js', signIn)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app')
    const script = scripts.get(pathname)
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
    response.end(script ?? page)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
