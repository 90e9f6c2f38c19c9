import * as z from 'zod/mini'
import { proofAlgorithms } from '../../app/app-keys.ts'
import { isAudience, isOrigin } from '../../app/app-uri.ts'
import {
  APP_NAME_MAX,
  APP_URI_MAX,
  INTROSPECTED_PER_APP,
  KEY_SET_MAX,
  ORIGINS_PER_APP,
  REDIRECTS_PER_APP,
  SECRET_DAYS_MAX,
} from '../../limits/app-limits.ts'
import { isName } from '../../names/name.ts'
import { accessFields } from '../access.ts'
import { claimsSchema, scopeSchema } from '../grant.ts'
import { idSchema, timestampSchema } from '../id.ts'
import { pagedList } from '../list.ts'
import { logoBodySchema, logoSchema } from '../logo.ts'
import { personItemSchema } from './people.ts'

export const appKindSchema = z.enum(['web', 'spa', 'native'])

export const authMethodSchema = z.enum(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'])

export const appStatusSchema = z.enum(['active', 'disabled'])

/** `first_time`: once for each scope. `always`: at every sign-in. `never`: for apps of the operator. */
export const consentSchema = z.enum(['first_time', 'always', 'never'])

/** `pairwise`: two apps cannot correlate a person. */
export const subjectTypeSchema = z.enum(['pairwise', 'public'])

export const tokenAlgorithmSchema = z.enum(['ES256', 'RS256'])

/** `synthetic`: an unverified placeholder address, for software that requires one. */
export const emailPolicySchema = z.enum(['none', 'synthetic'])

export const presetSchema = z.enum([
  'grafana',
  'gitea',
  'nextcloud',
  'outline',
  'apache',
  'oauth2_proxy',
  'authjs',
  'spa',
  'other',
])
export type Preset = z.infer<typeof presetSchema>

/** Never reused after an app is deleted. Names such as `__proto__` would allow prototype pollution in other software. */
export const clientIdSchema = z.string().check(
  z.regex(/^[A-Za-z0-9_-]{3,64}$/),
  z.refine((value) => !(value in Object.prototype)),
)

const uri = z.string().check(z.minLength(1), z.maxLength(APP_URI_MAX))

const uris = z.array(uri).check(z.maxLength(REDIRECTS_PER_APP))

const seconds = z.number().check(z.refine(Number.isInteger), z.gte(60))

/** Fields that can be changed. The rules of app-uri.ts are checked separately. */
const fields = {
  name: z.string().check(z.refine((value) => isName(value, APP_NAME_MAX))),
  launchUrl: z.nullable(uri),
  authMethod: authMethodSchema,
  /** A JWK Set for `private_key_jwt`, otherwise null; validated by app-keys.ts. */
  jwks: z.nullable(z.string().check(z.maxLength(KEY_SET_MAX))),
  redirectUris: uris,
  postLogoutUris: uris,
  allowedOrigins: z.array(z.string().check(z.refine(isOrigin))).check(z.maxLength(ORIGINS_PER_APP)),
  backchannelLogoutUri: z.nullable(uri),
  scopes: z.array(scopeSchema).check(z.refine((chosen) => chosen.includes('openid'))),
  consent: consentSchema,
  subjectType: subjectTypeSchema,
  idTokenAlg: tokenAlgorithmSchema,
  email: emailPolicySchema,
  requirePar: z.boolean(),
  /** False: a confidential app may omit PKCE and must send a nonce instead. */
  requirePkce: z.boolean(),
  /** Allows a web app http URIs on a private network. */
  allowHttp: z.boolean(),
  /** Other apps whose tokens this one may introspect, as a resource server. */
  introspectAppIds: z.array(idSchema('app')).check(z.maxLength(INTROSPECTED_PER_APP)),
  /** Access tokens are JWTs (RFC 9068) for this audience; null: opaque. */
  tokenAudience: z.nullable(z.string().check(z.maxLength(APP_URI_MAX), z.refine(isAudience))),
  ...accessFields,
  accessSeconds: seconds,
  refreshIdleSeconds: seconds,
  refreshMaxSeconds: seconds,
}

export const appKeySchema = z.strictObject({
  kid: z.nullable(z.string()),
  type: z.enum(['P-256', 'P-384', 'Ed25519', 'RSA']),
  bits: z.nullable(z.number()),
  algorithms: z.array(z.enum(proofAlgorithms)),
  /** RFC 7638, by SHA-256. */
  thumbprint: z.string(),
  lastUsedAt: z.nullable(timestampSchema),
})
export type AppKey = z.infer<typeof appKeySchema>

export const secretSchema = z.strictObject({
  id: idSchema('sec'),
  /** Its last four characters. */
  hint: z.string(),
  createdAt: timestampSchema,
  expiresAt: z.nullable(timestampSchema),
  lastUsedAt: z.nullable(timestampSchema),
})
export type AppSecret = z.infer<typeof secretSchema>

export const appSchema = z.strictObject({
  id: idSchema('app'),
  clientId: clientIdSchema,
  kind: appKindSchema,
  preset: presetSchema,
  status: appStatusSchema,
  ...fields,
  logo: logoSchema,
  secrets: z.array(secretSchema),
  keys: z.array(appKeySchema),
  people: z.number(),
  lastSignInAt: z.nullable(timestampSchema),
  createdAt: timestampSchema,
  version: z.number(),
})
export type App = z.infer<typeof appSchema>

const appItemSchema = z.strictObject({
  id: idSchema('app'),
  name: z.string(),
  logo: logoSchema,
  clientId: clientIdSchema,
  kind: appKindSchema,
  preset: presetSchema,
  status: appStatusSchema,
  people: z.number(),
  lastSignInAt: z.nullable(timestampSchema),
})
export type AppItem = z.infer<typeof appItemSchema>

export const listApps = { answer: z.strictObject({ items: z.array(appItemSchema) }) }

export const getApp = { answer: appSchema }

export const createApp = {
  body: z.strictObject({
    ...z.partial(z.strictObject(fields)).shape,
    name: fields.name,
    kind: appKindSchema,
    preset: presetSchema,
    redirectUris: fields.redirectUris.check(z.minLength(1)),
    access: fields.access,
    clientId: z.optional(clientIdSchema),
  }),
  answer: z.strictObject({ app: appSchema, secret: z.nullable(z.string()) }),
}

export const updateApp = {
  body: z.strictObject({ ...z.partial(z.strictObject(fields)).shape, status: z.optional(appStatusSchema) }),
  answer: appSchema,
}

export const updateAppLogo = { body: logoBodySchema, answer: appSchema }

export const createSecret = {
  /** Without `days` it does not expire. */
  body: z.optional(
    z.strictObject({
      days: z.optional(z.number().check(z.refine(Number.isInteger), z.gte(1), z.lte(SECRET_DAYS_MAX))),
    }),
  ),
  answer: z.strictObject({ secret: z.string(), item: secretSchema }),
}

export const previewClaims = {
  query: z.strictObject({ person: idSchema('per') }),
  answer: z.strictObject({ allowed: z.boolean(), claims: claimsSchema }),
}

const appPersonSchema = z.strictObject({
  grantId: idSchema('grt'),
  person: personItemSchema,
  scopes: z.array(scopeSchema),
  grantedAt: timestampSchema,
  lastUsedAt: timestampSchema,
})
export type AppPerson = z.infer<typeof appPersonSchema>

export const listAppPeople = pagedList(appPersonSchema)

export const signOutOfApp = { answer: z.strictObject({ ended: z.number() }) }

export const testApp = { answer: z.strictObject({ url: z.string() }) }

/** In this order, up to the first failure. */
export const testStepSchema = z.strictObject({
  step: z.enum(['authorize', 'token', 'id_token', 'userinfo']),
  /** Null for success, otherwise the error that the app would have received. */
  problem: z.nullable(z.string()),
})
export type TestStep = z.infer<typeof testStepSchema>

const redirectParameter = z.string().check(z.maxLength(APP_URI_MAX))

export const finishAppTest = {
  body: z.strictObject({
    state: redirectParameter,
    code: z.optional(redirectParameter),
    iss: z.optional(redirectParameter),
    error: z.optional(redirectParameter),
    errorDescription: z.optional(redirectParameter),
  }),
  answer: z.strictObject({
    steps: z.array(testStepSchema),
    idToken: z.nullable(claimsSchema),
    userinfo: z.nullable(claimsSchema),
  }),
}
