import { AppError } from '@countersign/contract/error/errors.ts'
import { HOST_TOKEN_PREFIX } from '@countersign/contract/host/host-name.ts'
import { HOST_TOKEN_BYTES, TOKENS_PER_HOST } from '@countersign/contract/limits/app-limits.ts'
import type { HostToken } from '@countersign/contract/routes/admin/host.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId, newToken } from '../../platform/crypto/id.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import { lockHost } from './find-host.ts'
import type { HostRecord } from './host.store.ts'
import type { TokenRecord } from './host-token.store.ts'
import * as store from './host-token.store.ts'

const DAY_MS = 86_400_000
const MARK_USED_EVERY_MS = 60_000

type NewToken = { hostId: string; name: string; days?: number | undefined }

/** The token is returned only here. Expired ones are removed to make room. */
export function createToken(
  context: Context,
  by: Acting,
  { hostId, name, days }: NewToken,
): Promise<{ token: string; item: HostToken }> {
  const now = context.now()
  return by.transaction(async (queries) => {
    const host = await lockHost(queries, hostId)
    const tokens = await store.findTokens(queries, hostId)
    const live = tokens.filter((old) => isLive(old, now))
    if (live.some((other) => other.name === name)) throw invalidField('/name', 'taken')
    if (live.length >= TOKENS_PER_HOST) throw new AppError('host_token_limit')
    for (const old of tokens) if (!live.includes(old)) await store.removeToken(queries, old.id)
    const token = HOST_TOKEN_PREFIX + newToken(context, HOST_TOKEN_BYTES)
    const record: TokenRecord = {
      id: newId(context, 'htk'),
      hostId,
      name,
      hash: sha256(token),
      hint: token.slice(-4),
      createdAt: now,
      expiresAt: days === undefined ? null : now + days * DAY_MS,
      lastUsedAt: null,
    }
    await store.insertToken(queries, record)
    await recordEvent(context, queries, { kind: 'host.token_created', ...by, data: eventData(host, record) })
    return { token, item: presentToken(record) }
  })
}

export function deleteToken(
  context: Context,
  by: Acting,
  { hostId, id }: { hostId: string; id: string },
): Promise<void> {
  return by.transaction(async (queries) => {
    const host = await lockHost(queries, hostId)
    const token = (await store.findTokens(queries, hostId)).find((each) => each.id === id)
    if (!token) throw new AppError('not_found')
    await store.removeToken(queries, id)
    await recordEvent(context, queries, { kind: 'host.token_deleted', ...by, data: eventData(host, token) })
  })
}

export async function verifyHostToken(
  context: Context,
  hostId: string,
  given: string,
): Promise<TokenRecord | undefined> {
  const now = context.now()
  const found = await store.findTokenByHash(context.store, sha256(given))
  if (found?.hostId !== hostId || !isLive(found, now)) return undefined
  if (now - (found.lastUsedAt ?? 0) > MARK_USED_EVERY_MS)
    context.background.run('record when a host token was used', () =>
      store.markTokenUsed(context.store, { id: found.id, now, before: now - MARK_USED_EVERY_MS }),
    )
  return found
}

export function presentToken({ id, name, hint, createdAt, expiresAt, lastUsedAt }: TokenRecord): HostToken {
  const at = (time: number) => new Date(time).toISOString()
  return {
    id,
    name,
    hint,
    createdAt: at(createdAt),
    expiresAt: expiresAt === null ? null : at(expiresAt),
    lastUsedAt: lastUsedAt === null ? null : at(lastUsedAt),
  }
}

function isLive({ expiresAt }: TokenRecord, now: number): boolean {
  return expiresAt === null || expiresAt > now
}

function eventData({ host }: HostRecord, { hostId, id, name }: TokenRecord): Record<string, string> {
  return { hostId, host, tokenId: id, token: name }
}
