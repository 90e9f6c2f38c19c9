/**
 * Each event includes the hash of the one before it. Personal data is included as a salted hash, so that it can be
 * erased.
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
