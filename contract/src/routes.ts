import {
  exportActivity,
  exportActivityLines,
  exportOwnActivity,
  listActivity,
  listOwnActivity,
  verifyActivity,
} from './activity.ts'
import { createChallenge } from './challenge.ts'
import { reportClientError } from './client-error.ts'
import { forgetDevice, listDevices } from './device.ts'
import { listenToEvents } from './events.ts'
import { getHealth } from './health.ts'
import { createInvite, listInvites, lookUpInvite, revokeInvite } from './invite.ts'
import { createNetwork, deleteNetwork, listNetworks, testNetwork, updateNetwork } from './network.ts'
import { listNotices, readNotice } from './notice.ts'
import { createRecoveryLink, deletePerson, getPerson, listPeople, signPersonOut, updatePerson } from './people.ts'
import { exportData, getProfile, startDeletion, updateProfile } from './person.ts'
import { getPublicConfig } from './public.ts'
import { createRecoveryCodes, dropRecoveryCodes, recover } from './recovery.ts'
import type { Route } from './route.ts'
import {
  createSession,
  deleteSession,
  endAnySession,
  endOtherSessions,
  endOwnSession,
  getSession,
  listAllSessions,
  listSessions,
  stepUp,
  touchSession,
} from './session.ts'
import { getSettings, updateLogo, updateSettings } from './setting.ts'
import { createSetup } from './setup.ts'
import { getStats } from './stats.ts'
import { getWallet, keepWallet, linkWallet, listWallets, makePrimary, removeWallet, renameWallet } from './wallet.ts'

/** Every call there is, for what must speak of all of them: the specification and the tests. */
export const routes: readonly Route[] = [
  getPublicConfig,
  createChallenge,
  getSession,
  createSession,
  touchSession,
  stepUp,
  deleteSession,
  createSetup,
  reportClientError,
  recover,
  lookUpInvite,
  listenToEvents,
  getProfile,
  updateProfile,
  exportData,
  startDeletion,
  listWallets,
  getWallet,
  linkWallet,
  renameWallet,
  makePrimary,
  removeWallet,
  keepWallet,
  listSessions,
  endOwnSession,
  endOtherSessions,
  listDevices,
  forgetDevice,
  listNotices,
  readNotice,
  listOwnActivity,
  exportOwnActivity,
  createRecoveryCodes,
  dropRecoveryCodes,
  getStats,
  listPeople,
  getPerson,
  updatePerson,
  signPersonOut,
  createRecoveryLink,
  deletePerson,
  listInvites,
  createInvite,
  revokeInvite,
  listAllSessions,
  endAnySession,
  listActivity,
  exportActivity,
  exportActivityLines,
  verifyActivity,
  listNetworks,
  createNetwork,
  updateNetwork,
  deleteNetwork,
  testNetwork,
  getSettings,
  updateSettings,
  updateLogo,
  getHealth,
]
