import { createChallenge } from './challenge.ts'
import { reportClientError } from './client-error.ts'
import { getPublicConfig } from './public.ts'
import type { Route } from './route.ts'
import { createSession, deleteSession, getSession, touchSession } from './session.ts'
import { createSetup } from './setup.ts'

/** Every call there is, for what must speak of all of them: the specification and the tests. */
export const routes: readonly Route[] = [
  getPublicConfig,
  createChallenge,
  getSession,
  createSession,
  touchSession,
  deleteSession,
  createSetup,
  reportClientError,
]
