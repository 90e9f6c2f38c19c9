/**
 * Every event is bound to the one before it: change, drop or insert one, and all that follow no longer fit.
 * What is personal goes in as a salted hash of its own, so that it can be forgotten and the rest still proven.
 */

import { sha256 } from '../platform/crypto/hash.ts'
import type { Row } from '../platform/store/database.ts'
import type { Link } from './hash-chain.store.ts'

export function linkHash(previous: Link, event: Row, personal: Uint8Array): Buffer {
  const { id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data } = event
  const facts = [previous.seq + 1, id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data]
  const text = JSON.stringify([...facts, Buffer.from(personal).toString('hex')])
  return sha256(Buffer.concat([previous.hash, Buffer.from(text)]))
}

export function personalHash({ salt, ip, address, device }: Row): Buffer {
  const text = Buffer.from(JSON.stringify([ip, address, device]))
  return sha256(Buffer.concat([salt instanceof Uint8Array ? salt : new Uint8Array(), text]))
}
