import { isHigh, mayDo, outranks, type Role } from '@countersign/contract/permission.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'

export type Rights = {
  rename: boolean
  suspend: boolean
  restore: boolean
  signOut: boolean
  recover: boolean
  remove: boolean
  /** The roles that the viewer may assign to this person. */
  roles: Role[]
}

type Viewer = { id: string; role: Role }

/** Decides what the page offers; the server checks again. */
export function rightsOver(viewer: Viewer, person: Pick<PersonItem, 'id' | 'role' | 'status'>): Rights {
  const own = viewer.id === person.id
  const there = person.status !== 'deleted'
  const may = there && mayDo(viewer.role, 'people.write') && outranks(viewer.role, person.role)
  return {
    rename: may && !own,
    suspend: may && !own && reaches(viewer.role, person.role) && person.status === 'active',
    restore: may && !own && reaches(viewer.role, person.role) && person.status === 'suspended',
    signOut: may && !own,
    recover:
      may &&
      !own &&
      reaches(viewer.role, person.role) &&
      person.status === 'active' &&
      mayDo(viewer.role, 'people.recover'),
    remove: there && !own && mayDo(viewer.role, 'people.delete') && person.status !== 'deleting',
    roles: may && !own && reaches(viewer.role, person.role) ? rolesGivenBy(viewer.role) : [],
  }
}

/** The roles that someone may assign, also by invitation. */
export function rolesGivenBy(role: Role): Role[] {
  return ALL.filter((given) => outranks(role, given) && reaches(role, given))
}

const ALL: Role[] = ['member', 'auditor', 'admin', 'owner']

/** Only owners manage admins and owners. */
function reaches(role: Role, other: Role): boolean {
  return role === 'owner' || !isHigh(other)
}
