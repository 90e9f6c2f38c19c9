import { APP_BODY_MAX_BYTES, LOGO_BODY_MAX_BYTES } from '../../limits/app-limits.ts'
import { defineRoute } from '../../route.ts'
import type * as schemas from '../../schemas/admin/app.ts'

export type { App, AppItem, AppKey, AppPerson, AppSecret, Preset, TestStep } from '../../schemas/admin/app.ts'

export const listApps = defineRoute<typeof schemas.listApps>()('GET /api/admin/apps', { permission: 'apps.read' })

export const getApp = defineRoute<typeof schemas.getApp>()('GET /api/admin/apps/:id', { permission: 'apps.read' })

/** Missing fields get the preset's value; `access` is required. The secret is shown once. */
export const createApp = defineRoute<typeof schemas.createApp>()('POST /api/admin/apps', {
  permission: 'apps',
  stepUp: 'admin',
  maxBody: APP_BODY_MAX_BYTES,
  status: 201,
  errors: ['wallet_too_new', 'redirect_invalid', 'app_name_taken', 'client_id_taken', 'app_limit'],
})

/** Switching between secrets and keys invalidates the other at once. */
export const updateApp = defineRoute<typeof schemas.updateApp>()('PATCH /api/admin/apps/:id', {
  permission: 'apps',
  stepUp: { action: 'apps.keys', target: ['id'], fields: ['authMethod', 'jwks'] },
  maxBody: APP_BODY_MAX_BYTES,
  versioned: true,
  errors: ['redirect_invalid', 'app_name_taken'],
})

export const updateAppLogo = defineRoute<typeof schemas.updateAppLogo>()('PUT /api/admin/apps/:id/logo', {
  permission: 'apps',
  stepUp: 'admin',
  versioned: true,
  maxBody: LOGO_BODY_MAX_BYTES,
  errors: ['logo_invalid'],
})

/** Revokes all of its grants and tokens. */
export const deleteApp = defineRoute()('DELETE /api/admin/apps/:id', {
  permission: 'apps',
  stepUp: { action: 'apps.delete', target: ['id'] },
  versioned: true,
  status: 204,
})

/** Older secrets stay valid until they are deleted, so that secrets can be rotated without downtime. */
export const createSecret = defineRoute<typeof schemas.createSecret>()('POST /api/admin/apps/:id/secrets', {
  permission: 'apps',
  stepUp: { action: 'apps.secrets', target: ['id'] },
  status: 201,
  errors: ['secret_limit'],
})

export const deleteSecret = defineRoute()('DELETE /api/admin/apps/:id/secrets/:secretId', {
  permission: 'apps',
  stepUp: { action: 'apps.secrets', target: ['id'] },
  status: 204,
  errors: ['last_secret'],
})

/** The claims that an app would receive about a person. */
export const previewClaims = defineRoute<typeof schemas.previewClaims>()('GET /api/admin/apps/:id/preview', {
  permission: 'apps.read',
})

export const listAppPeople = defineRoute<typeof schemas.listAppPeople>()('GET /api/admin/apps/:id/people', {
  permission: 'apps.read',
})

/** Revokes the tokens and notifies the app; the next sign-in asks for consent again. */
export const endPersonGrant = defineRoute()('DELETE /api/admin/people/:id/grants/:grantId', {
  permission: 'people.write',
  stepUp: 'admin',
  status: 204,
  errors: ['role_too_high'],
})

/** Revokes all tokens of the app and notifies it; grants stay. */
export const signOutOfApp = defineRoute<typeof schemas.signOutOfApp>()('POST /api/admin/apps/:id/sign-out', {
  permission: 'apps',
  stepUp: 'admin',
})

/** The browser opens `url`, returns to `/admin/apps/test`, and passes the redirect parameters to `finishAppTest`. */
export const testApp = defineRoute<typeof schemas.testApp>()('POST /api/admin/apps/:id/test', {
  permission: 'apps',
  errors: ['app_disabled'],
})

/** Completes the flow as the app would, with a temporary secret. */
export const finishAppTest = defineRoute<typeof schemas.finishAppTest>()('POST /api/admin/apps/:id/test/finish', {
  permission: 'apps',
  errors: ['app_disabled', 'interaction_expired'],
})
