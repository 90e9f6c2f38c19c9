/** The name of a step-up action for the server, and its sentence for the wallet. */

import { type ActionText, actions, type TargetKind } from '@countersign/contract/action.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { parseAccount } from '@countersign/contract/family/account.ts'
import { mayDo } from '@countersign/contract/permission.ts'
import { accountSchema } from '@countersign/contract/schemas/id.ts'
import { roleSchema } from '@countersign/contract/schemas/person.ts'
import type { StepUpAction } from '@countersign/contract/step-up.ts'
import type { Person } from '../../accounts/person/person.ts'
import { formatAddress, storedAddress } from '../../platform/crypto/address.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findTargetName } from './step-up-target.store.ts'

export function actionName({ action, target }: { action: string; target?: string | undefined }): string {
  return target === undefined ? action : `${action}:${target}`
}

/** ASCII. It names the target, so that a signature is valid for nothing else. */
export async function describeAction(
  queries: Queries,
  person: Person,
  { action, target }: StepUpAction,
): Promise<string> {
  const { text, target: kinds, separator }: ActionText = actions[action]
  const parts = partsOf(target, kinds)
  if (parts.length === 0) return text
  const names: string[] = []
  for (const [index, kind] of kinds.entries()) {
    const name = await NAMES[kind](queries, person, parts[index] ?? '')
    if (name === undefined) throw new AppError('not_found')
    names.push(name)
  }
  return `${text} (${names.join(separator)})`
}

/** A single target may contain colons, as an account does. */
function partsOf(target: string | undefined, kinds: readonly TargetKind[]): string[] {
  const parts = target === undefined ? [] : kinds.length === 1 ? [target] : target.split(':')
  if (parts.length !== kinds.length) throw new AppError('purpose_not_allowed')
  return parts
}

/** Undefined for what the person may not see. */
type NameOf = (queries: Queries, person: Person, id: string) => Promise<string | undefined>

const NAMES: Record<TargetKind, NameOf> = {
  wallet: async (queries, person, id) => format(await findTargetName(queries, 'wallet', id, person.id)),
  account: async (_, __, account) => {
    const named = accountSchema.safeParse(account).success ? parseAccount(account) : undefined
    return named && format(storedAddress(named.namespace, named.address))
  },
  person: async (queries, { role }, id) =>
    mayDo(role, 'people.read') ? format(await findTargetName(queries, 'person', id)) : undefined,
  role: async (_, __, role) => (roleSchema.safeParse(role).success ? role : undefined),
  uses: async (_, __, count) =>
    /^[1-9]\d{0,3}$/.test(count) ? `for ${count} ${count === '1' ? 'person' : 'people'}` : undefined,
  lifetime: async (_, __, ms) => (/^[1-9]\d{0,9}$/.test(ms) ? `valid for ${formatLifetime(Number(ms))}` : undefined),
  /** The client id, which is ASCII. */
  app: async (queries, { role }, id) => (mayDo(role, 'apps.read') ? findTargetName(queries, 'app', id) : undefined),
  host: async (queries, { role }, id) => (mayDo(role, 'hosts') ? findTargetName(queries, 'host', id) : undefined),
  /** The slug, which is ASCII. */
  group: async (queries, { role }, id) => (mayDo(role, 'groups') ? findTargetName(queries, 'group', id) : undefined),
  network: async (queries, { role }, id) => {
    if (!mayDo(role, 'networks')) return undefined
    const chainId = /^[1-9][0-9]{0,15}$/.test(id) ? id : await findTargetName(queries, 'network', id)
    return chainId === undefined ? undefined : `chain ${chainId}`
  },
}

/** Rounded up: it must not end later than the text says. */
function formatLifetime(ms: number): string {
  const hours = Math.ceil(ms / 3_600_000)
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function format(address: string | undefined): string | undefined {
  return address === undefined ? undefined : formatAddress(address)
}
