/** A person, as other rooms read and lock one. */

import * as store from './person.store.ts'

export type { Person } from './person.store.ts'

export const findPerson = store.findPerson

export const lockPerson = store.lockPerson

export const setRole = store.updateRole
