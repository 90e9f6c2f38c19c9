import { AppError } from '@countersign/contract/errors.ts'
import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import { isHostPattern } from '@countersign/contract/routes/admin/host.ts'
import { type AccessDraft, accessRefusal } from '../../../components/admin/access-values.ts'
import { hosts as words } from '../../../words/admin.ts'

/** `name` is what was written over the proposal: the host itself, or its first part where that is too long. */
export type HostDraft = { host: string; name: string | undefined; access: AccessDraft }
export type HostRefusals = { host?: string; name?: string; access?: string }

/** What people copy from the address bar: the scheme, the path and large letters are no part of a host. */
export function hostOf(typed: string): string {
  const text = typed.trim().toLowerCase()
  const bare = text.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
  return text.startsWith('http://') ? bare.replace(/:80$/, '') : bare.replace(/:443$/, '')
}

export function nameOf({ host, name }: HostDraft): string {
  return (name ?? proposedName(hostOf(host))).trim().normalize('NFC')
}

export function proposedName(host: string): string {
  return host.length <= LABEL_MAX ? host : (host.split('.')[0] ?? '').slice(0, LABEL_MAX)
}

export function refusalsOf(draft: HostDraft): HostRefusals {
  const refusals: HostRefusals = {}
  const host = hostOf(draft.host)
  if (host.length > 260 || !isHostPattern(host)) refusals.host = words.hostWrong
  // A proposal from a host that is wrong already would only say the same twice.
  if (!isName(nameOf(draft), LABEL_MAX) && !(refusals.host && draft.name === undefined)) {
    refusals.name = words.nameWrong(LABEL_MAX)
  }
  const access = accessRefusal(draft.access)
  if (access) refusals.access = access
  return refusals
}

export function serverRefusals(error: unknown): HostRefusals {
  if (!(error instanceof AppError)) return {}
  if (error.code === 'host_taken') return { host: words.hostTaken }
  const refusals: HostRefusals = {}
  for (const { path, code } of error.fields ?? []) {
    if (path === '/host') refusals.host = code === 'own_host' ? words.hostOwn : words.hostWrong
    if (path === '/name') refusals.name = words.nameWrong(LABEL_MAX)
  }
  return refusals
}
