import { isHigh, mayDo, outranks, type Role } from '@countersign/contract/permission.ts'
import type { PersonDetails, PersonItem } from '@countersign/contract/routes/admin/people.ts'

type Viewer = { id: string; role: Role }

type State = Pick<PersonDetails, 'suspended' | 'deletion'>

/** Decides what the page offers; the server checks again. */
export function personRights(
  viewer: Viewer,
  person: Pick<PersonItem, 'id' | 'role' | 'status'>,
  { suspended, deletion }: State = { suspended: person.status === 'suspended', deletion: null },
) {
  const isOther = viewer.id !== person.id && person.status !== 'deleted'
  const mayWrite = isOther && mayDo(viewer.role, 'people.write') && outranks(viewer.role, person.role)
  const mayManage = mayWrite && managesRole(viewer.role, person.role)
  const mayDelete = isOther && mayDo(viewer.role, 'people.delete')
  return {
    rename: mayWrite,
    suspend: mayManage && !suspended,
    restore: mayManage && suspended,
    signOut: mayWrite,
    recover: mayManage && person.status === 'active' && mayDo(viewer.role, 'people.recover'),
    remove: mayDelete && (deletion === null || deletion.own),
    keep: mayDelete && deletion !== null && !deletion.own,
    roles: mayManage ? assignableRoles(viewer.role) : [],
  }
}

export type Rights = ReturnType<typeof personRights>

/** The roles that someone may assign, also by invitation. */
export function assignableRoles(role: Role): Role[] {
  return ALL.filter((other) => outranks(role, other) && managesRole(role, other))
}

const ALL: Role[] = ['member', 'auditor', 'admin', 'owner']

/** Only owners manage admins and owners. */
function managesRole(role: Role, other: Role): boolean {
  return role === 'owner' || !isHigh(other)
}
