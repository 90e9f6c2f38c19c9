/**
 * A minimal wallet sign-in with node:http and node:sqlite, for comparison: a signed challenge, one recovery, three
 * writes and a shared commit. It has no rate limits, audit log, devices, notices, origin check, headers or logs.
 */

import { createSecretKey } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { writeMessage } from '../../../contract/src/message/message.ts'
import { addressOfKey } from '../../../server/src/platform/crypto/address.ts'
import { keccak256, sha256 } from '../../../server/src/platform/crypto/hash.ts'
import { createRandom } from '../../../server/src/platform/crypto/id.ts'
import { hmacText } from '../../../server/src/platform/crypto/keys.ts'
import { curve } from '../../../server/src/proof/secp256k1/load-curve.ts'

const port = Number(process.env.PORT)
const domain = `localhost:${port}`
const statement = 'Sign in. Signing is free and does not send a transaction.'
const LIFETIME_MS = 300_000

const random = createRandom()
const key = createSecretKey(random(32))

const database = new DatabaseSync(process.env.DATABASE ?? '')
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE person (id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE, seen_at INTEGER NOT NULL);
  CREATE TABLE session (token_hash BLOB PRIMARY KEY, person_id INTEGER, created_at INTEGER) WITHOUT ROWID;
  CREATE TABLE spent (expires_at INTEGER, nonce TEXT, PRIMARY KEY (expires_at, nonce)) WITHOUT ROWID;
`)
const begin = database.prepare('BEGIN IMMEDIATE')
const commit = database.prepare('COMMIT')
const spend = database.prepare('INSERT INTO spent (expires_at, nonce) VALUES (?, ?)')
const savePerson = database.prepare(`INSERT INTO person (address, seen_at) VALUES (?, ?)
  ON CONFLICT (address) DO UPDATE SET seen_at = excluded.seen_at RETURNING id`)
const insertSession = database.prepare('INSERT INTO session (token_hash, person_id, created_at) VALUES (?, ?, ?)')

type SignIn = { address: string; nonce: string; expiresAt: number; tokenHash: Buffer; respond(): void }

let waiting: SignIn[] = []

/** Sign-ins that arrive without a gap share a commit. */
async function commitWaiting(): Promise<void> {
  for (let count = 0; count < waiting.length; ) {
    count = waiting.length
    await new Promise(setImmediate)
  }
  const batch = waiting
  waiting = []
  const now = Date.now()
  begin.run()
  for (const { address, nonce, expiresAt, tokenHash } of batch) {
    spend.run(expiresAt, nonce)
    insertSession.run(tokenHash, savePerson.get(address, now)?.id ?? null, now)
  }
  commit.run()
  for (const { respond } of batch) respond()
}

function issueChallenge(response: ServerResponse): void {
  const issuedAt = Date.now()
  const expiresAt = issuedAt + LIFETIME_MS
  const nonce = random(16).toString('hex')
  const payload = `${nonce}.${issuedAt}.${expiresAt}`
  const challenge = {
    ...fieldsOf(nonce, issuedAt, expiresAt),
    id: nonce,
    token: `${payload}.${hmacText(key, payload)}`,
    expiresAt: new Date(expiresAt).toISOString(),
  }
  send(response, [cookie('cs_pre', random(16))], challenge)
}

function fieldsOf(nonce: string, issuedAt: number, expiresAt: number) {
  return {
    domain,
    uri: `http://${domain}`,
    statement,
    nonce,
    issuedAt: new Date(issuedAt).toISOString(),
    expirationTime: new Date(expiresAt).toISOString(),
    requestId: nonce,
  }
}

type Proof = { challenge: string; message: string; signature: string }

function startSession(response: ServerResponse, { challenge, message, signature }: Proof): void {
  const [nonce = '', issuedAt = '', expiry = '', mac] = challenge.split('.')
  const address = message.split('\n', 2)[1] ?? ''
  const expiresAt = Number(expiry)
  if (hmacText(key, `${nonce}.${issuedAt}.${expiry}`) !== mac || expiresAt < Date.now()) throw new Error('challenge')
  const fields = fieldsOf(nonce, Number(issuedAt), expiresAt)
  if (message !== writeMessage({ ...fields, namespace: 'eip155', address, chainId: '1' })) throw new Error('message')
  if (signerOf(message, signature) !== address.toLowerCase()) throw new Error('signature')
  const token = random(32)
  const cookies = [cookie('cs', token), cookie('cs_dev', random(32))]
  const respond = () => send(response, cookies, { session: { address, createdAt: new Date().toISOString() } })
  waiting.push({ address, nonce, expiresAt, tokenHash: sha256(token.toString('base64url')), respond })
  if (waiting.length === 1) commitWaiting()
}

function signerOf(message: string, signature: string): string | undefined {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const hash = keccak256(`\x19Ethereum Signed Message:\n${message.length}${message}`)
  const publicKey = curve.recover(bytes.subarray(0, 64), bytes[64] === 28 ? 1 : 0, hash)
  return publicKey && addressOfKey(publicKey)
}

function cookie(name: string, value: Buffer): string {
  return `${name}=${value.toString('base64url')}; HttpOnly; SameSite=Lax; Path=/`
}

function send(response: ServerResponse, cookies: string[], value: object): void {
  const body = JSON.stringify(value)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, 'Set-Cookie': cookies }
  response.writeHead(201, headers).end(body)
}

createServer((request, response) => {
  if (request.method === 'GET') return void response.end()
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    const body = JSON.parse(text)
    if (request.url === '/api/challenges') issueChallenge(response)
    else startSession(response, body.proof)
  })
}).listen(port, '127.0.0.1')
