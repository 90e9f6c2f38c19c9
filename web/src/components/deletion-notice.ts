import { createStore } from '../ui/store.ts'

/**
 * The end of the grace period, shown after the account deletion ended every session. In memory, not in the URL, which
 * anyone could make up.
 */
export const scheduledDeletion = createStore<string | undefined>(undefined)
