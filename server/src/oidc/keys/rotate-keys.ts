import type { SigningKey } from '@countersign/contract/routes/admin/key.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { KeyAlgorithm } from './key.store.ts'
import { presentKey, readyKeys, rotateNow } from './keys.ts'

export async function listKeys(context: Context): Promise<{ items: SigningKey[] }> {
  const now = context.now()
  return { items: (await readyKeys(context)).map((key) => presentKey(key, now)) }
}

type Rotating = { actorId: string; sessionId: string; source: RequestSource; alg: KeyAlgorithm; distrust: boolean }

/** For an emergency: by itself a key is replaced in time. */
export async function rotateKey(context: Context, rotating: Rotating): Promise<{ items: SigningKey[] }> {
  const { actorId, sessionId, source, alg, distrust } = rotating
  // There is something to rotate from the first time anybody looks.
  await readyKeys(context)
  await rotateNow(context, { alg, distrust }, (queries, kid) =>
    recordEvent(context, queries, { kind: 'key.rotated', actorId, sessionId, source, data: { alg, distrust, kid } }),
  )
  return listKeys(context)
}
