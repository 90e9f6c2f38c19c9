import { open, seal } from '../platform/crypto/seal.ts'
import type { PlatformContext } from '../platform/platform-context.ts'

type Sealed = { id: string; urls: Uint8Array }

export function sealUrls(context: Pick<PlatformContext, 'random' | 'keys'>, id: string, urls: string[]): Uint8Array {
  const content = Buffer.from(JSON.stringify(urls))
  return seal(context, { key: context.keys.network, about: aboutOf(id), content })
}

/** Undefined if they were sealed with another secret. */
export function openUrls({ keys }: Pick<PlatformContext, 'keys'>, { id, urls }: Sealed): string[] | undefined {
  const content = open(urls, { key: keys.network, about: aboutOf(id) })
  return content && (JSON.parse(content.toString('utf8')) as string[]) // we sealed it, and it is authenticated
}

const aboutOf = (id: string) => `network ${id}`
