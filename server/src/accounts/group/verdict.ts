/** Verdicts of rules. They are stored with memberships, so that changes of people can invalidate them; `rules` decides them. */

import * as store from './verdict.store.ts'

export type { Verdict } from './verdict.store.ts'

export const { findVerdicts, findPeopleWithVerdict, saveVerdict, postponeVerdict, removeVerdict } = store
export const { markVerdictsDue, suspendVerdicts, suspendVerdictsOnChain } = store
