import type { Route } from './route.ts'
import {
  acceptAccessRequest,
  declineAccessRequest,
  getAccess,
  listAccessRequests,
  requestAccess,
  requestSignUp,
} from './routes/access-request.ts'
import {
  exportActivity,
  exportActivityLines,
  exportOwnActivity,
  listActivity,
  listOwnActivity,
  verifyActivity,
} from './routes/activity.ts'
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
} from './routes/admin/app.ts'
import { finishAppTest, testApp } from './routes/admin/app-test.ts'
import { endPersonGrant, listAppPeople, signOutOfApp } from './routes/admin/app-use.ts'
import {
  changeMembers,
  createGroup,
  deleteGroup,
  listGroups,
  listGroupUses,
  listMembers,
  updateGroup,
} from './routes/admin/group.ts'
import { getHealth } from './routes/admin/health.ts'
import { createHost, deleteHost, listHosts, updateHost } from './routes/admin/host.ts'
import { createHostToken, deleteHostToken } from './routes/admin/host-token.ts'
import { createInvite, listInvites, lookUpInvite, revokeInvite } from './routes/admin/invite.ts'
import { listKeys, rotateKey } from './routes/admin/key.ts'
import { createNetwork, deleteNetwork, listNetworks, testNetwork, updateNetwork } from './routes/admin/network.ts'
import {
  createRecoveryLink,
  deletePerson,
  getPerson,
  listPeople,
  signPersonOut,
  updatePerson,
} from './routes/admin/people.ts'
import { changePeople } from './routes/admin/people-bulk.ts'
import { getSettings, updateLogo, updateSettings } from './routes/admin/settings.ts'
import { getStats } from './routes/admin/stats.ts'
import { createChallenge } from './routes/challenge.ts'
import { reportClientError } from './routes/client-error.ts'
import { forgetDevice, listDevices } from './routes/device.ts'
import { listenToEvents } from './routes/events.ts'
import { endGrant, getGrant, listGrants } from './routes/grant.ts'
import { answerInteraction, createProofChallenge, getInteraction, proveToApp } from './routes/interaction.ts'
import { listNotices, readNotice } from './routes/notice.ts'
import { exportData, getProfile, startDeletion, updateProfile } from './routes/person.ts'
import { getPublicConfig } from './routes/public.ts'
import { createRecoveryCodes, dropRecoveryCodes, recover } from './routes/recovery.ts'
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
} from './routes/session.ts'
import { createSetup } from './routes/setup.ts'
import { getSignOutRequest, leaveToApp } from './routes/sign-out.ts'
import {
  getWallet,
  keepWallet,
  linkWallet,
  listWallets,
  makePrimary,
  removeWallet,
  renameWallet,
} from './routes/wallet.ts'

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
