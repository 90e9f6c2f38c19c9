/** Direct reads and changes of apps and their grants in the database. */

import type { AdminSuite, SeededPerson } from './admin-suite.ts'
import { type AppSite, startAppSite } from './app-site.ts'

/** Returns the id of a new app with a secret. */
export async function addAppWithSecret(site: AdminSuite, name: string): Promise<string> {
  const { id } = await startAppSite(site, { name })
  site.change("UPDATE app SET auth_method = 'client_secret_basic' WHERE id = ?", id)
  site.change(
    "INSERT INTO app_secret (id, app_id, secret_hash, hint, created_at) VALUES (?, ?, x'00', 'abcd', 1)",
    ...[`sec_${id.slice(4)}`, id],
  )
  return id
}

export function readAppRow(site: AdminSuite, id: string): Record<string, unknown> {
  const [row] = site.read('SELECT * FROM app WHERE id = ?', id)
  return { ...(row as object) } // one column per field
}

export const countSecrets = (site: AdminSuite, id: string): number =>
  site.read('SELECT id FROM app_secret WHERE app_id = ?', id).length

let grants = 0

/** Inserts a grant. */
export function allowApp(site: AdminSuite, { id }: SeededPerson, app: AppSite): void {
  const grantId = `grt_${String(++grants).padStart(26, '0')}`
  const values = [grantId, id, app.id, '["openid","profile"]', Date.now(), Date.now()]
  site.change(
    'INSERT INTO app_grant (id, person_id, app_id, scopes, granted_at, last_used_at) VALUES (?, ?, ?, ?, ?, ?)',
    ...values,
  )
  site.change('UPDATE app SET people = people + 1 WHERE id = ?', app.id)
}

/** Adds the person to a new group of this name. */
export function addToNewGroup(site: AdminSuite, { id }: SeededPerson, name: string): void {
  const group = `grp_${'1'.padStart(26, '0')}`
  site.change(
    'INSERT INTO people_group (id, name, slug, members, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1, 1)',
    ...[group, name, name.toLowerCase()],
  )
  site.change('INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, 1)', group, id)
}
