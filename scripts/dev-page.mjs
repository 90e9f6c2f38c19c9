/** Vite in front of the server: Vite serves the pages with the boot data of the server. */

import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './setup.mjs'

const [port, inner] = process.argv.slice(2).map(Number)
const web = join(root, 'web')
const { createServer } = await import(
  pathToFileURL(join(root, 'node_modules', 'vite', 'dist', 'node', 'index.js')).href
)

const outer = createHttpServer(answer)
const vite = await createServer({
  root: web,
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: outer } },
})
outer.listen(port, 'localhost')

function answer(incoming, outgoing) {
  const path = new URL(incoming.url, 'http://localhost').pathname
  if (/^\/(?:api|docs|oidc|forward-auth|\.well-known|healthz|readyz)(?:\/|$)/.test(path))
    return forward(incoming, outgoing)
  const isPageRequest = incoming.method === 'GET' && (incoming.headers.accept ?? '').includes('text/html')
  if (isPageRequest) return void sendPage(incoming, outgoing).catch((error) => sendUnavailable(outgoing, error))
  vite.middlewares(incoming, outgoing, () => forward(incoming, outgoing))
}

async function sendPage(incoming, outgoing) {
  const served = await fetch(`http://127.0.0.1:${inner}${incoming.url}`, {
    headers: { cookie: incoming.headers.cookie ?? '' },
  })
  const html = await served.text()
  const boot = /<script type="application\/json" id="boot">[\s\S]*?<\/script>/.exec(html)?.[0] ?? ''
  const theme = /data-theme="\w+"/.exec(html)?.[0] ?? 'data-theme="system"'
  const template = readFileSync(join(web, 'index.html'), 'utf8').replace('data-theme="system"', theme)
  const transformed = await vite.transformIndexHtml(
    incoming.url,
    template.replace('<!--boot-->', () => boot),
  )
  outgoing.setHeader('Set-Cookie', served.headers.getSetCookie())
  outgoing.writeHead(served.status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  outgoing.end(transformed)
}

function forward(incoming, outgoing) {
  const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress }
  const onward = request(
    { host: '127.0.0.1', port: inner, path: incoming.url, method: incoming.method, headers },
    (served) => {
      outgoing.writeHead(served.statusCode ?? 502, served.headers)
      served.pipe(outgoing)
    },
  )
  onward.on('error', (error) => sendUnavailable(outgoing, error))
  incoming.pipe(onward)
}

function sendUnavailable(outgoing, error) {
  if (!outgoing.headersSent) outgoing.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1' })
  outgoing.end(`Server unavailable: ${error.message}\n`)
}
