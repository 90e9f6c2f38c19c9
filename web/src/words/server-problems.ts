import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { accountProblems } from './account/problems.ts'
import { phoneProblems } from './phone-problems.ts'
import type { ProblemWords } from './problem-words.ts'

export const serverProblems: Record<ErrorCode, ProblemWords> = {
  ...accountProblems,
  ...phoneProblems,
  invalid_body: {
    title: 'Some information isn’t valid',
    body: 'Check the fields, then try again.',
  },
  bad_request: {
    title: 'The request couldn’t be read',
    body: 'It may have been changed on its way to the server. Reload the page and try again.',
    action: 'Reload page',
  },
  unauthenticated: {
    title: 'You’re not signed in',
    body: 'Sign in to continue where you left off.',
    action: 'Sign in',
  },
  session_expired: {
    title: 'Your session expired',
    body: 'Sign in again to continue.',
    action: 'Sign in',
  },
  session_revoked: {
    title: 'You were signed out',
    body: 'Your session was ended from another device or by an administrator. Sign in again to continue.',
    action: 'Sign in',
  },
  csrf_refused: {
    title: 'The request didn’t come from this page',
    body: 'Reload the page and try again. If it keeps happening, turn off browser extensions that modify pages.',
    action: 'Reload page',
  },
  purpose_not_allowed: {
    title: 'You can’t sign this right now',
    body: 'This action is no longer available. Reload the page.',
    action: 'Reload page',
  },
  challenge_other_browser: {
    title: 'Start again in this browser',
    body: 'The request was started in another browser, or cookies are blocked. Allow cookies for this site, then try again.',
  },
  person_suspended: {
    title: 'This account is suspended',
    body: 'You can’t sign in right now. Contact the site’s administrator.',
    action: 'Use another wallet',
  },
  setup_code_invalid: {
    title: 'That setup code doesn’t work',
    body: 'Find the code in the server log, at the end of the setup link.',
  },
  setup_required: {
    title: 'This site isn’t set up yet',
    body: 'Nobody can sign in before its owner. Try again when the site is set up.',
  },
  not_found: {
    title: 'Page not found',
    body: 'The page doesn’t exist, or the link is wrong.',
    action: 'Go home',
  },
  challenge_unknown: {
    title: 'We don’t recognize this sign-in request',
    body: 'The server may have been reset while you were signing. Try again.',
  },
  setup_done: {
    title: 'Setup is complete',
    body: 'This site already has an owner. Sign in with your wallet.',
    action: 'Sign in',
  },
  method_not_allowed: {
    title: 'This action isn’t available here',
    body: 'Reload the page to get the latest version, then try again.',
    action: 'Reload page',
  },
  challenge_used: {
    title: 'This request was already used',
    body: 'Each request can be signed only once. Try again to get a new one.',
  },
  challenge_expired: {
    title: 'That took longer than {minutes} minutes',
    body: 'For your security, sign-in requests expire after {minutes} minutes. Try again to get a new one.',
  },
  payload_too_large: {
    title: 'The request is too large',
    body: '{wallet} sent too much data. Use another wallet.',
    action: 'Use another wallet',
  },
  unsupported_media_type: {
    title: 'The request format isn’t supported',
    body: 'Reload the page to get the latest version, then try again.',
    action: 'Reload page',
  },
  message_malformed: {
    title: '{wallet} changed the message',
    body: 'The signed message isn’t the one we sent. Try again, or use another wallet.',
  },
  domain_mismatch: {
    title: 'This address is not set up for sign-in',
    body: 'Sign-in works only at the site’s official address. Administrators: check PUBLIC_URL.',
    action: 'Use another wallet',
  },
  statement_mismatch: {
    title: '{wallet} changed the statement',
    body: 'The statement in the signed message isn’t the one we sent. Try again, or use another wallet.',
  },
  nonce_mismatch: {
    title: 'The signature is for another request',
    body: '{wallet} signed an older request. Reject any open requests in {wallet}, then try again.',
  },
  address_invalid: {
    title: 'This account can’t sign in',
    body: '{wallet} shared an account that isn’t supported. Use another account or another wallet.',
    action: 'Use another wallet',
  },
  address_unsupported: {
    title: 'This type of address can’t sign in',
    body: '{wallet} shared a type of address that isn’t supported. Choose a Native SegWit or Taproot address in {wallet}, or use another wallet.',
    action: 'Use another wallet',
  },
  network_unsupported: {
    title: 'This account is on a test network',
    body: 'Only accounts on the main network can sign in. Switch networks in {wallet}, or use another wallet.',
    action: 'Use another wallet',
  },
  family_not_allowed: {
    title: 'This type of account can’t be used here',
    body: 'This site doesn’t accept accounts on this blockchain. Choose an account on another one, or use another wallet.',
    action: 'Use another wallet',
  },
  signature_unsupported: {
    title: 'This type of signature can’t be checked',
    body: '{wallet} signed in a way that isn’t supported. Use another account or another wallet.',
    action: 'Use another wallet',
  },
  signature_malformed: {
    title: 'The signature couldn’t be read',
    body: '{wallet} returned something other than a signature. Try again, or use another wallet.',
  },
  signature_invalid: {
    title: 'The signature is from another account',
    body: 'Check which account is selected in {wallet}, then try again. If it’s a smart account on Ethereum or a network like it, that network may not be supported here. Use another wallet.',
  },
  network_not_configured: {
    title: 'Smart accounts on {network} can’t be checked here',
    body: 'This network isn’t set up on this site. Use a wallet that isn’t a smart account.',
    action: 'Use another wallet',
  },
  access_denied: {
    title: 'No access to this app',
    body: 'You’re signed in, but only members of certain groups have access. Ask for access, or use another wallet.',
    action: 'Use another wallet',
  },
  consent_required: {
    title: 'The app needs your permission',
    body: 'You haven’t allowed it to access your account yet.',
    action: 'Review request',
  },
  interaction_expired: {
    title: 'This request has expired',
    body: 'Go back to the app and sign in again.',
    action: 'Go to your account',
  },
  client_id_taken: {
    title: 'This client ID was used before',
    body: 'Client IDs can’t be reused. Choose another one.',
    action: 'Change client ID',
  },
  app_name_taken: {
    title: 'Another app has this name',
    body: 'App names must be unique. Choose another name.',
    action: 'Change name',
  },
  app_limit: {
    title: 'You’ve reached the app limit',
    body: 'Delete an app you no longer use first.',
    action: 'Go to apps',
  },
  app_disabled: {
    title: 'This app is disabled',
    body: 'Enable it first.',
    action: 'Go to app',
  },
  secret_limit: {
    title: 'This app already has five secrets',
    body: 'Remove a secret you no longer use first.',
    action: 'Go to app',
  },
  last_secret: {
    title: 'This is the app’s only secret',
    body: 'Create a new secret, add it to the app, and then remove this one.',
    action: 'Go to app',
  },
  slug_taken: {
    title: 'This slug is taken',
    body: 'Apps use the slug to identify the group. Choose another one.',
    action: 'Change slug',
  },
  group_limit: {
    title: 'You’ve reached the group limit',
    body: 'This site, or one of these people, already has the maximum number of groups.',
    action: 'Go to groups',
  },
  group_in_use: {
    title: 'This group is in use',
    body: 'An app, a protected host, a rule or sign-up depends on this group. Change that first.',
    action: 'Go to groups',
  },
  host_taken: {
    title: 'This host is already protected',
    body: 'Each host can be added once. Edit the existing host instead.',
    action: 'Go to hosts',
  },
  host_limit: {
    title: 'You’ve reached the host limit',
    body: 'Remove a host you no longer use first.',
    action: 'Go to hosts',
  },
  host_token_limit: {
    title: 'You’ve reached the token limit',
    body: 'Revoke a token you no longer use first.',
    action: 'Go to hosts',
  },
  redirect_invalid: {
    title: 'A URL can’t be used',
    body: 'Check the highlighted field.',
    action: 'Change URL',
  },
  rate_limited: {
    title: 'Too many attempts',
    body: 'Wait a moment, then try again.',
  },
  internal: {
    title: 'Something went wrong on our side',
    body: 'Try again. If it keeps happening, contact the site’s administrator with the details below.',
  },
  maintenance: {
    title: 'Back in a moment',
    body: 'The server is restarting. Try again shortly.',
  },
  db_unavailable: {
    title: 'The database isn’t available',
    body: 'This usually clears up within a minute. Try again shortly.',
  },
}
