/** Legacy signatures of P2PKH addresses by other software. */

const ELECTRUM_ADDRESS = '13N851Z5KjfJymMY5MDL4jnrtFGF4AgpWG'

export const legacyVectors = [
  /** Bitcoin Core, src/test/util_tests.cpp (MIT). */
  {
    signer: 'Bitcoin Core',
    address: '15CRxFdyRpGZLW9w8HnHvVduizdL5jKNbs',
    message: 'Trust no one',
    signature: 'IPojfrX2dfPnH26UegfbGQQLrdK844DlHq5157/P6h57WyuS/Qsl+h/WSVGDF4MUi4rWSswW38oimDYfNNUBUOk=',
  },
  {
    signer: 'Bitcoin Core',
    address: '11canuhp9X2NocwCq7xNrQYTmUgZAnLK3',
    message: 'Trust me',
    signature: 'IIcaIENoYW5jZWxsb3Igb24gYnJpbmsgb2Ygc2Vjb25kIGJhaWxvdXQgZm9yIGJhbmtzIAaHRtbCeDZINyavx14=',
  },
  /** Debian's electrum: `electrum --offline restore p2pkh:<key>`, then `electrum --offline signmessage <address> <text>`. */
  {
    signer: 'Electrum 4.3.4',
    address: ELECTRUM_ADDRESS,
    message: 'Hello World',
    signature: 'Hy7GTaCPL5jTEeJxdjE52K15hKGanxEsDZ9+0MlPO6+SZQaGDdysltGU4GU2eV8B/k2D0oOvICg+CDeiOgqQWcw=',
  },
  {
    signer: 'Electrum 4.3.4, a message of several lines',
    address: ELECTRUM_ADDRESS,
    message: [
      'example.com wants you to sign in with your Bitcoin account:',
      ELECTRUM_ADDRESS,
      '',
      'Sign in to Example.',
      '',
      'URI: https://example.com',
      'Version: 1',
      'Chain ID: mainnet',
      'Nonce: abcdefghijklmnop',
      'Issued At: 2026-11-18T00:00:00.000Z',
      'Expiration Time: 2026-11-18T00:10:00.000Z',
      'Request ID: chl_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    ].join('\n'),
    signature: 'H05F81ZTGixtbPu5mfVJVxO4Zr7Ok+3KF5RS3z0Fjvl1EXux1mgUhx14KsqqVH+MttEPFadE3vGRXIbkxbZQdvM=',
  },
]

/** What Electrum signs with the P2WPKH address of the same key. */
export const legacySegwitVector = {
  address: 'bc1qr8hwx3tyn67z98jyacwh7yhnq8kfa7re80eg4x',
  message: 'Hello World',
  signature: 'Hy7GTaCPL5jTEeJxdjE52K15hKGanxEsDZ9+0MlPO6+SZQaGDdysltGU4GU2eV8B/k2D0oOvICg+CDeiOgqQWcw=',
}
