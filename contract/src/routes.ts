import {
  acceptAccessRequest,
  declineAccessRequest,
  getAccess,
  listAccessRequests,
  requestAccess,
  requestSignUp,
} from './access-request.ts'
import {
  exportActivity,
  exportActivityLines,
  exportOwnActivity,
  listActivity,
  listOwnActivity,
  verifyActivity,
} from './activity.ts'
import {
  createApp,
  createSecret,
  deleteApp,
  deleteSecret,
  getApp,
  listApps,
  previewClaims,
  updateApp,
  updateAppLogo,
} from './app.ts'
import { finishAppTest, testApp } from './app-test.ts'
import { endPersonGrant, listAppPeople, signOutOfApp } from './app-use.ts'
import { createChallenge } from './challenge.ts'
import { reportClientError } from './client-error.ts'
import { forgetDevice, listDevices } from './device.ts'
import { listenToEvents } from './events.ts'
import { endGrant, getGrant, listGrants } from './grant.ts'
import {
  changeMembers,
  createGroup,
  deleteGroup,
  listGroups,
  listGroupUses,
  listMembers,
  updateGroup,
} from './group.ts'
import { getHealth } from './health.ts'
import { createHost, deleteHost, listHosts, updateHost } from './host.ts'
import { createHostToken, deleteHostToken } from './host-token.ts'
import { answerInteraction, createProofChallenge, getInteraction, proveToApp } from './interaction.ts'
import { createInvite, listInvites, lookUpInvite, revokeInvite } from './invite.ts'
import { listKeys, rotateKey } from './key.ts'
import { createNetwork, deleteNetwork, listNetworks, testNetwork, updateNetwork } from './network.ts'
import { listNotices, readNotice } from './notice.ts'
import { createRecoveryLink, deletePerson, getPerson, listPeople, signPersonOut, updatePerson } from './people.ts'
import { changePeople } from './people-bulk.ts'
import { exportData, getProfile, startDeletion, updateProfile } from './person.ts'
import { getPublicConfig } from './public.ts'
import { createRecoveryCodes, dropRecoveryCodes, recover } from './recovery.ts'
import type { Route } from './route.ts'
import {
  closeAdminMode,
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
import { getSignOutRequest, leaveToApp } from './sign-out.ts'
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
  closeAdminMode,
  deleteSession,
  createSetup,
  reportClientError,
  recover,
  requestSignUp,
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
  getAccess,
  requestAccess,
  createRecoveryCodes,
  dropRecoveryCodes,
  getStats,
  listPeople,
  getPerson,
  updatePerson,
  changePeople,
  signPersonOut,
  createRecoveryLink,
  deletePerson,
  listInvites,
  createInvite,
  revokeInvite,
  listAccessRequests,
  acceptAccessRequest,
  declineAccessRequest,
  listAllSessions,
  endAnySession,
  listActivity,
  exportActivity,
  exportActivityLines,
  verifyActivity,
  getSignOutRequest,
  leaveToApp,
  getInteraction,
  answerInteraction,
  createProofChallenge,
  proveToApp,
  listGrants,
  getGrant,
  endGrant,
  listApps,
  getApp,
  createApp,
  updateApp,
  updateAppLogo,
  deleteApp,
  listAppPeople,
  signOutOfApp,
  endPersonGrant,
  createSecret,
  deleteSecret,
  previewClaims,
  testApp,
  finishAppTest,
  listGroups,
  createGroup,
  updateGroup,
  deleteGroup,
  listGroupUses,
  listMembers,
  changeMembers,
  listHosts,
  createHost,
  updateHost,
  deleteHost,
  createHostToken,
  deleteHostToken,
  listKeys,
  rotateKey,
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
