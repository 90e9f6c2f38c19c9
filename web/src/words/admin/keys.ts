export const keys = {
  title: 'Signing keys',
  lead: 'Apps verify tokens with these keys. Keys are rotated automatically, and apps fetch new ones from the JWKS URI.',
  kid: 'Key ID (kid)',
  status: 'Status',
  statuses: { next: 'Next', active: 'Active', retiring: 'Retiring' },
  when: 'Validity',
  validity: { next: 'Signs from', active: 'Signs until', retiring: 'Published until' },
  algNotes: {
    ES256: 'The default.',
    RS256: 'For older software that doesn’t support ES256.',
  },
  empty: 'No signing keys yet',
  emptyBody: 'The first keys are created when the server starts.',
  jwksUri: 'JWKS URI',
  jwksNote: 'The public keys as a JWK Set. Enter this URL in software that doesn’t use the discovery document.',
  openJwks: 'Open the JWK Set in a new tab',
  rotate: 'Rotate key',
  rotateOf: (alg: string) => `Rotate key: ${alg}`,
  rotateTitle: (alg: string) => `Rotate the ${alg} key?`,
  rotateBody:
    'A new key signs from now on. Tokens signed with the old key stay valid. Apps that cache the JWK Set may reject sign-ins until they fetch it again, usually within minutes.',
  revokeOld: 'The old key may be compromised. Revoke it now.',
  revokeOldBody:
    'The old key is no longer published, and tokens signed with it are rejected at once: people have to sign in to those apps again. Select this if someone may have copied the database or a backup.',
  rotated: 'Key rotated',
  rotatedAndRevoked: 'Key rotated and old key revoked',
}
