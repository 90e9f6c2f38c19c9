export type { SessionRecord } from './session.store.ts'
