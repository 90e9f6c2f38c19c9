export const keys = {
  title: 'Signing keys',
  lead: 'What apps check our tokens with. They change by themselves, and apps fetch the new ones by themselves.',
  caption: 'Signing keys',
  kid: 'Key',
  alg: 'Kind',
  status: 'Status',
  statuses: { next: 'Next', active: 'Signs now', retiring: 'Retiring' },
  when: 'When',
  signsFrom: 'Signs from',
  signsUntil: 'Signs until',
  trustedUntil: 'Still trusted until',
  algNotes: {
    ES256: 'For most apps.',
    RS256: 'For software that knows nothing newer.',
  },
  empty: 'No key yet',
  emptyBody: 'The first ones are made when the server starts.',
  published: 'Where they are published',
  publishedNote:
    'The public halves only, as a key set (JWKS). Software that does not look it up by itself is told this address.',
  publishedAddress: 'the address of the key set',
  publishedOpen: 'Open the key set in a new tab',
  rotate: 'Change the key now',
  rotateOf: (alg: string) => `Change the key now: ${alg}`,
  rotateTitle: (alg: string) => `Change the ${alg} key now?`,
  rotateBody:
    'A new key signs from now on. Tokens of the old one stay good. An app that does not look for new keys yet refuses sign-ins for a while; most look again within minutes.',
  distrust: 'The old key may be known to others',
  distrustBody:
    'Then it is no longer published, and whatever it signed is refused at once: people have to sign in to those apps again. Choose this if somebody may have copied the database or a backup of it.',
  act: 'Change it',
  done: 'A new key signs now',
  doneDistrusted: 'A new key signs now, and the old one is no longer trusted',
}

export type KeyWords = typeof keys
