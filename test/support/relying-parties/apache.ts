/** Debian's Apache with mod_auth_openidc on a free port, with the example configuration or the given one. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type Apache = { stop(): Promise<void>; log(): string }

type Settings = { port: number; environment?: Record<string, string>; text?: string }

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'apache', 'countersign.conf')
const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'auth_openidc', 'dir', 'mime', 'headers', 'env']

export async function startApache({ port, environment = {}, text }: Settings): Promise<Apache> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-apache-'))
  chmodSync(folder, 0o755) // its workers are somebody else
  const site = join(folder, 'site')
  mkdirSync(join(site, 'private'), { recursive: true })
  writeFileSync(join(site, 'index.html'), 'open to all')
  writeFileSync(join(site, 'bye.html'), 'bye')
  writeFileSync(join(site, 'private', 'index.html'), 'only for people')
  const conf = join(folder, 'apache.conf')
  writeFileSync(conf, writeConfiguration({ folder, site, port, text: text ?? `Include ${EXAMPLE}` }))
  const child = spawn(process.env.APACHE ?? '/usr/sbin/apache2', ['-X', '-f', conf], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', ...environment },
  })
  const ended = once(child, 'exit')
  const readLog = () => readFileSync(join(folder, 'error.log'), 'utf8')
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const exited = ended.then(() => {
    throw new Error(`Apache ended: ${output}`)
  })
  exited.catch(() => undefined)
  await Promise.race([waitUntilListening(port), exited])
  return {
    log: readLog,
    async stop() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The base configuration, and headers that expose the identity the site receives. */
function writeConfiguration({
  folder,
  site,
  port,
  text,
}: Record<'folder' | 'site' | 'text', string> & { port: number }) {
  return `
ServerName localhost
ServerRoot ${folder}
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
Mutex default:${folder}
ErrorLog ${folder}/error.log
Listen 127.0.0.1:${port}
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
${process.getuid?.() === 0 ? 'User www-data\nGroup www-data' : ''}
TypesConfig /etc/mime.types
DocumentRoot ${site}
DirectoryIndex index.html
<Directory ${site}>
  Require all granted
</Directory>
${text}
<Location /private>
  Header set X-Seen-User "expr=%{REMOTE_USER}"
  Header set X-Seen-Wallet "%{OIDC_CLAIM_wallet}e"
  Header set X-Seen-Token "%{OIDC_access_token}e"
</Location>
`
}

async function waitUntilListening(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (open) return
    await pause(50)
  }
}
