/** What attackers of cross-device sign-in try, and whether it had any effect. */

import assert from 'node:assert/strict'
import type { ErrorCode, ProblemDetails } from '@countersign/contract/error/errors.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Row } from '../../../server/src/platform/store/database.ts'
import { countRows, readRows } from '../database/rows.ts'
import { type Browser, type HttpResponse, newAccount, openBrowser, prove } from './http-browser.ts'
import { type Asked, approve, askPhone, expectApproved, expectMatched, expectOpened, match, open } from './phone.ts'
import { expectProblem } from './responses.ts'
import type { TestServer } from './server.ts'

export type Pair = { computer: Browser; phone: Browser; account: PrivateKeyAccount }

export const newPair = (server: TestServer): Pair => ({
  computer: openBrowser(server),
  phone: openBrowser(server),
  account: newAccount(),
})

/** The request as it is stored. */
export async function storedRequest(server: TestServer, { request }: Pick<Asked, 'request'>): Promise<Row> {
  const [row] = await readRows(server, 'SELECT * FROM phone_request WHERE id = ?', request.id)
  assert.ok(row)
  return row
}

/** Refused, and nothing was stored. */
export async function expectRefused(
  server: TestServer,
  code: ErrorCode,
  send: () => Promise<HttpResponse>,
): Promise<ProblemDetails> {
  const before = await readAll(server)
  const problem = expectProblem(await send(), code)
  assert.deepEqual(await readAll(server), before, `nothing changes with ${code}`)
  return problem
}

const readAll = async (server: TestServer) => ({
  counts: await countRows(server),
  stepUps: await readRows(server, 'SELECT id, used_at FROM step_up ORDER BY id'),
  requests: await readRows(server, 'SELECT id, state, phone, proof, tries, expires_at FROM phone_request ORDER BY id'),
})

export type Matched = Asked & { challenge: Challenge }
export type Signed = Matched & { proof: Proof; digits: string | null }

/** Opened, and the number typed. */
export async function matchOnPhone({ computer, phone }: Omit<Pair, 'account'>, body?: object): Promise<Matched> {
  const asked = await askPhone(computer, body)
  expectOpened(await open(phone, asked))
  return { ...asked, challenge: expectMatched(await match(phone, asked)) }
}

/** Signed on the phone, and not handed to the computer yet. */
export async function approveOnPhone({ account, ...pair }: Pair, body?: object): Promise<Signed> {
  const matched = await matchOnPhone(pair, body)
  const proof = await prove(matched.challenge, account)
  const { digits } = expectApproved(await approve(pair.phone, matched, proof))
  return { ...matched, proof, digits }
}

/** Others than these, of the same length. */
export function otherDigits(digits: string, by = 1): string {
  const next = (Number(digits) + by) % 10 ** digits.length
  return String(next).padStart(digits.length, '0')
}

/** A browser of which every answer is kept, headers included. */
export function recordAnswers(browser: Browser): { browser: Browser; text(): string } {
  const answers: string[] = []
  const keep = async (sent: Promise<HttpResponse>) => {
    const response = await sent
    answers.push(JSON.stringify(response.headers), response.text)
    return response
  }
  const recorded: Browser = {
    ...browser,
    call: (call) => keep(browser.call(call)),
    get: (path, headers) => keep(browser.get(path, headers)),
    post: (path, body, headers) => keep(browser.post(path, body, headers)),
    delete: (path) => keep(browser.delete(path)),
  }
  return { browser: recorded, text: () => answers.join('\n') }
}

/** Another browser with the same cookies, at another node or address. */
export function copyBrowser(server: TestServer, { cookies }: Browser, address?: string): Browser {
  const copy = openBrowser(server, { address })
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}
