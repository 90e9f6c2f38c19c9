import type { Role } from './schemas/person.ts'

export type { Role } from './schemas/person.ts'

/** The lowest role that has each permission. Higher roles include the permissions of lower ones. */
export const permissions = {
  self: 'member',
  'stats.read': 'auditor',
  'people.read': 'auditor',
  'sessions.read': 'auditor',
  'activity.read': 'auditor',
  'settings.read': 'auditor',
  'health.read': 'auditor',
  'apps.read': 'auditor',
  'groups.read': 'auditor',
  'people.write': 'admin',
  'people.recover': 'admin',
  'sessions.end': 'admin',
  'activity.export': 'admin',
  invites: 'admin',
  requests: 'admin',
  apps: 'admin',
  groups: 'admin',
  hosts: 'admin',
  'people.delete': 'owner',
  'settings.write': 'owner',
  networks: 'owner',
  keys: 'owner',
} as const satisfies Record<string, Role>

export type Permission = keyof typeof permissions

const RANKS: Record<Role, number> = { member: 0, auditor: 1, admin: 2, owner: 3 }

export function mayDo(role: Role, permission: Permission): boolean {
  return RANKS[role] >= RANKS[permissions[permission]]
}

export function outranks(role: Role, other: Role): boolean {
  return RANKS[role] >= RANKS[other]
}

export function isHigh(role: Role): boolean {
  return RANKS[role] >= RANKS.admin
}
