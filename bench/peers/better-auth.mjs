/** Better Auth as documented for wallets: siwe plugin, viem, SQLite, node:http. */

import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { generateRandomString } from 'better-auth/crypto'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { siwe } from 'better-auth/plugins'
import Database from 'better-sqlite3'
import { verifyMessage } from 'viem'
import { addClient, oauthPlugins } from './better-auth-oauth.mjs'

const port = Number(process.env.PORT)
const isProvider = process.env.CLIENT_ID !== undefined
const database = new Database(process.env.DATABASE)
// In WAL mode better-sqlite3 does not sync on commit (NORMAL); this advantage is kept.
database.pragma('journal_mode = WAL')

const auth = betterAuth({
  baseURL: `http://localhost:${port}`,
  secret: process.env.SECRET,
  database,
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  plugins: [
    siwe({
      domain: `localhost:${port}`,
      anonymous: true,
      getNonce: async () => generateRandomString(32, 'a-z', 'A-Z', '0-9'),
      verifyMessage: ({ message, signature, address }) => verifyMessage({ address, message, signature }),
    }),
    ...(isProvider ? oauthPlugins() : []),
  ],
})

const { runMigrations } = await getMigrations(auth.options)
await runMigrations()
if (isProvider) await addClient(auth, process.env)
createServer(toNodeHandler(auth)).listen(port, '127.0.0.1')
