import type { App, Preset } from '@countersign/contract/app.ts'
import type { UriProblem } from '@countersign/contract/app-uri.ts'

const presets: Record<Preset, { name: string; note: string }> = {
  grafana: { name: 'Grafana', note: 'Dashboards' },
  gitea: { name: 'Forgejo', note: 'Git hosting; Gitea behind a proxy' },
  nextcloud: { name: 'Nextcloud', note: 'Files and calendars' },
  outline: { name: 'Outline', note: 'A wiki' },
  apache: { name: 'Apache', note: 'Any site, by mod_auth_openidc' },
  oauth2_proxy: { name: 'oauth2-proxy', note: 'In front of any site' },
  authjs: { name: 'Auth.js', note: 'Next.js and others' },
  spa: { name: 'Single-page app', note: 'Code that runs in the browser alone' },
  other: { name: 'Something else', note: 'Whatever speaks OpenID Connect' },
}

const kinds: Record<App['kind'], string> = {
  web: 'On a server, with a secret',
  spa: 'In the browser alone',
  native: 'On a phone or computer',
}

const uriProblems: Record<UriProblem, string> = {
  not_a_url: 'This is no web address. It begins with https://.',
  too_long: 'This address is too long.',
  fragment: 'Leave out # and what follows it.',
  user_info: 'Leave out user and password.',
  wildcard: 'Write the whole address. A * could lead anywhere.',
  needs_https: 'Use https://. Plain http:// is only possible on this computer or a private network.',
  private_http: 'Use https://, or check “Allow http on a private network”.',
  scheme: 'Apps of this kind cannot have such an address.',
}

export const apps = {
  presets,
  kinds,
  uriProblems,

  title: 'Apps',
  lead: 'Software that lets people in through this site.',
  add: 'Add an app',
  caption: 'Apps',
  name: 'Name',
  software: 'Software',
  status: 'Status',
  statuses: { active: 'On', disabled: 'Switched off' },
  people: 'People',
  lastSignIn: 'Last sign-in',
  never: 'Never',
  empty: 'No app yet',
  emptyBody:
    'An app is software you run that sends people here to sign in: with their wallet, and without an account of its own to look after. It learns who they are, and nothing they did not agree to.',
  emptyChoose: 'Begin with one of these',

  addTitle: 'Add an app',
  step: (step: number, of: number) => `Step ${step} of ${of}`,
  whichTitle: 'Which software is it?',
  whichLead: 'We know what these need, so that you do not have to find out.',
  whereTitle: (software: string) => `Where is ${software}?`,
  whereTitleOwn: 'Where is the app?',
  back: 'Choose other software',
  nameHint: 'People read it when they sign in, so use the name they know.',
  nameMissing: 'Enter a name.',
  nameWrong: (max: number) => `Use 1 to ${max} visible characters of one alphabet.`,
  kind: 'Where it runs',
  address: 'Its address',
  addressHint: 'What people type to open it, such as https://app.example.com.',
  addressOptional: 'What people type to open it. Leave it empty if there is no such page.',
  addressMissing: 'Enter where it lives.',
  redirect: 'Where people come back to',
  redirectProposed: 'This is what the software uses. Change it only if yours is set up in another way.',
  redirectOwn: 'The redirect URI of the app. It has to be exactly the one that the app sends.',
  redirectMissing: 'Enter where people come back to.',
  lacks: {
    title: 'Gitea up to 1.27 cannot sign in here',
    why: 'It sends neither PKCE nor a nonce, and one of them is required. Forgejo 13 and newer send PKCE: continue below.',
    instead:
      'Put Gitea behind a protected host instead. Your proxy then tells it who is there, and it needs nothing from this form.',
    settings: 'Settings for Gitea behind a protected host',
    read: 'Written from Gitea’s documentation and source. We have not run it with them.',
    name: ['An account there is named by the person’s id, ', 'per_…', ', which never changes.'] as const,
    git: 'git over ssh works as it did. git over https does not get past the proxy until you let its paths through; docs/forward-auth.md says how.',
    own: 'Keys and tokens that people make in Gitea are its own: they go on working when somebody is suspended here.',
  },
  create: 'Add the app',
  nothingAdded: 'Look at the marked field. Nothing was added.',

  doneTitle: (name: string) => `${name} is added`,
  doneLead: 'Now enter this on the other side.',
  secretOnce: 'The secret is shown only now. We keep no copy that could be read. If it gets lost, make another one.',
  leaveTitle: 'Leave without the secret?',
  leaveBody: 'It is on this page alone. If you have not copied it yet, copy it first.',
  toApp: 'Done',
  values: 'Values',
  clientId: 'Client id',
  secret: 'Client secret',
  redirectUri: 'Redirect URI',
  scopes: 'Scopes',
  issuer: 'Issuer',
  discovery: 'Discovery',
  authorization: 'Authorization',
  token: 'Token',
  userinfo: 'User info',
  jwks: 'Keys',
  endSession: 'Sign-out',
  single: 'Single addresses, for software that asks for each',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  pieces: (software: string) => `Settings for ${software}`,
  piecesOwn: 'As code',
  piecesNote: 'The values are filled in.',
  piecesUnknown: (placeholder: string) => ['Write the secret in place of ', placeholder, '.'] as const,
  piecesKey: (placeholder: string) =>
    ['Write the private key, as one line of JSON, in place of ', placeholder, '.'] as const,
  tryIt: 'Next you can test the sign-in.',
}

export type AppsWords = typeof apps
