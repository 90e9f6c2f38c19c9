import { isHostPattern } from '@countersign/contract/host/host-name.ts'
import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import { listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import { type Host, listHosts } from '@countersign/contract/routes/admin/host.ts'
import { type AccessValues, accessBody, accessError } from '../../../components/admin/access-values.ts'
import { errorsAtPointers, type FormRules } from '../../../forms/form.ts'
import { normalizeText } from '../../../forms/typed-text.ts'
import { hosts as words } from '../../../words/admin/hosts.ts'

/** What shows hosts, and the groups that they use. */
export const HOST_READS = [listHosts, listGroupUses]

/** `name` is undefined while it follows the host: the host itself, or its first label where that is too long. */
export type HostValues = { host: string; name: string | undefined; access: AccessValues }

export const newHost: HostValues = { host: '', name: undefined, access: { access: undefined, groupIds: [] } }

export function valuesOfHost({ host, name, access, groupIds }: Host): HostValues {
  return { host, name, access: { access, groupIds } }
}

export const hostNameForm = {
  body: nameBody,
  validate(values) {
    const host = normalizeHost(values.host)
    const isWrong = host.length > 260 || !isHostPattern(host)
    // A default name from an invalid host would only repeat the error.
    const isUnnamed = isWrong && values.name === undefined
    const isNamed = isName(nameBody(values).name, LABEL_MAX)
    return {
      ...(isWrong ? { host: words.hostWrong } : {}),
      ...(isNamed || isUnnamed ? {} : { name: words.nameWrong(LABEL_MAX) }),
      ...accessError(values.access),
    }
  },
  serverErrors(error) {
    if (error.code === 'host_taken') return { host: words.hostTaken }
    return errorsAtPointers<HostValues>(error, {
      host: (code) => (code === 'own_host' ? words.hostOwn : words.hostWrong),
      name: () => words.nameWrong(LABEL_MAX),
    })
  },
} satisfies FormRules<HostValues>

export const newHostForm = {
  ...hostNameForm,
  body: (values) => ({ host: normalizeHost(values.host), ...nameBody(values), ...accessBody(values.access) }),
} satisfies FormRules<HostValues>

function nameBody(values: HostValues): { name: string } {
  return { name: normalizeText(nameOf(values)) }
}

export function nameOf({ host, name }: HostValues): string {
  const bare = normalizeHost(host)
  return name ?? (bare.length <= LABEL_MAX ? bare : (bare.split('.')[0] ?? '').slice(0, LABEL_MAX))
}

/** People paste URLs: the scheme, the path and upper case are not part of a host. */
export function normalizeHost(typed: string): string {
  const text = typed.trim().toLowerCase()
  const bare = text.replace(/^https?:\/\//, '').replace(/\/.*$/, '')
  return text.startsWith('http://') ? bare.replace(/:80$/, '') : bare.replace(/:443$/, '')
}
