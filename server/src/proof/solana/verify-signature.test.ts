import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { buildEnvelopeV0, buildEnvelopeV1 } from '@countersign/contract/family/solana-envelope.ts'
import { base58 } from '@scure/base'
import { newSolanaAccount } from '../../../../test/support/families/solana.ts'
import { solana } from './family.ts'

const account = newSolanaAccount()
const other = newSolanaAccount()
const text = 'id.example wants you to sign in with your Solana account:\nline two'
const { address, publicKey } = account

const verifyText = (signature: string, envelope?: string) => solana.verify({ address, text, signature, envelope })

/** Signs the bytes as the account and sends them as the envelope. */
function verifyEnvelope(bytes: Uint8Array, signer = account) {
  return verifyText(signer.signBytes(bytes), Buffer.from(bytes).toString('base64'))
}

function changeByte(bytes: Uint8Array, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = value
  return changed
}

const owner = { namespace: 'solana', chain: SOLANA_MAINNET, address } as const

describe('a Solana signature of the text', () => {
  const { signature } = account.sign(text)

  test('is accepted and identifies the account', () => assert.deepEqual(verifyText(signature), owner))

  test('is rejected for another text or account', () => {
    const invalid = { code: 'signature_invalid' }
    assert.throws(() => verifyText(account.sign(`${text} `).signature), invalid)
    assert.throws(() => verifyText(other.sign(text).signature), invalid)
    assert.throws(() => solana.verify({ address: other.address, text, signature, envelope: undefined }), invalid)
  })

  test('is rejected unless it is standard base64 of 64 bytes', () => {
    const bytes = Buffer.from(signature, 'base64')
    const spellings = [
      '',
      'AA==',
      bytes.toString('hex'),
      `0x${bytes.toString('hex')}`,
      base58.encode(bytes),
      signature.replace(/=+$/, ''),
      `${signature}=`,
      `${signature}\n`,
      ` ${signature}`,
      `${signature.slice(0, -3)}${signature.at(-3) === 'A' ? 'B' : 'R'}==`,
      Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64'),
      bytes.subarray(0, 63).toString('base64'),
      Buffer.concat([bytes, bytes]).toString('base64'),
    ]
    for (const each of spellings) assert.throws(() => verifyText(each), { code: 'signature_malformed' }, each)
  })

  test('is rejected in base64url', () => {
    let round = 0
    let signed = account.sign(`${text}${round}`).signature
    while (!/[+/]/.test(signed)) signed = account.sign(`${text}${++round}`).signature
    const urlSafe = signed.replaceAll('+', '-').replaceAll('/', '_')
    const proof = { address, text: `${text}${round}`, envelope: undefined }
    assert.deepEqual(solana.verify({ ...proof, signature: signed }), owner)
    assert.throws(() => solana.verify({ ...proof, signature: urlSafe }), { code: 'signature_malformed' })
  })

  test('is rejected with a malleated scalar', () => {
    const bytes = Buffer.from(signature, 'base64')
    const order = (1n << 252n) + 27742317777372353535851937790883648493n
    const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order
    const scalar = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()
    const malleated = Buffer.concat([bytes.subarray(0, 32), scalar]).toString('base64')
    assert.throws(() => verifyText(malleated), { code: 'signature_malformed' })
  })

  test('says that the address is invalid before anything about the signature', () => {
    const offCurve = 'Vote111111111111111111111111111111111111111'
    for (const each of [signature, '', 'AA=='])
      assert.throws(() => solana.verify({ address: offCurve, text, signature: each, envelope: undefined }), {
        code: 'address_invalid',
        detail: 'The address belongs to a program and has no private key.',
      })
    assert.throws(() => solana.verify({ address: '1'.repeat(32), text, signature, envelope: undefined }), {
      code: 'address_invalid',
      detail: 'The address is reserved.',
    })
  })
})

describe('a Solana off-chain message', () => {
  const v0 = buildEnvelopeV0({ signer: publicKey, text })
  const v1 = buildEnvelopeV1({ signer: publicKey, text })

  test('is accepted in both versions, both formats and with any application domain', () => {
    const signer = publicKey
    const applicationDomain = Buffer.alloc(32, 7)
    const envelopes = [v0, v1, buildEnvelopeV0({ signer, text, format: 0 })]
    for (const each of [...envelopes, buildEnvelopeV0({ signer, text, format: 1, applicationDomain })])
      assert.deepEqual(verifyEnvelope(each), owner)
  })

  test('has the published layout', () => {
    const prefix = 'ff736f6c616e61206f6666636861696e'
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    const key = hex(publicKey)
    const length = Buffer.from([text.length, 0]).toString('hex')
    assert.equal(hex(v0), `${prefix}00${'00'.repeat(32)}0101${key}${length}${hex(Buffer.from(text))}`)
    assert.equal(hex(v1), `${prefix}0101${key}${hex(Buffer.from(text))}`)
    const long = buildEnvelopeV0({ signer: publicKey, text: 'x'.repeat(1000) })
    assert.equal(hex(long.subarray(83, 85)), 'e803')
  })

  test('must be what was signed', () => {
    const envelope = Buffer.from(v1).toString('base64')
    assert.throws(() => verifyText(account.sign(text).signature, envelope), { code: 'signature_invalid' })
    assert.throws(() => verifyText(account.signBytes(v1)), { code: 'signature_invalid' })
    assert.throws(() => verifyText(account.signBytes(v0), envelope), { code: 'signature_invalid' })
    assert.throws(() => verifyEnvelope(v0, other), { code: 'signature_invalid' })
  })

  test('must name the account as its signer', () => {
    for (const build of [buildEnvelopeV0, buildEnvelopeV1])
      assert.throws(() => verifyEnvelope(build({ signer: other.publicKey, text })), { code: 'signature_invalid' })
  })

  test('must hold the text byte for byte', () => {
    for (const changed of ['', text.slice(0, -1), `${text} `, `${text}\0`, text.replace('\n', '\r\n'), 'other'])
      for (const build of [buildEnvelopeV0, buildEnvelopeV1])
        assert.throws(() => verifyEnvelope(build({ signer: publicKey, text: changed })), {
          code: 'signature_malformed',
          detail: 'The off-chain message does not hold the signed text.',
        })
  })

  test('is unsupported with several signers', () => {
    const unsupported = {
      code: 'signature_unsupported',
      detail: 'Off-chain messages of several signers are not supported.',
    }
    const two = Buffer.concat([publicKey, other.publicKey])
    const v1Of2 = Buffer.concat([v1.subarray(0, 17), Buffer.from([2]), two, Buffer.from(text)])
    const v0Of2 = Buffer.concat([v0.subarray(0, 50), Buffer.from([2]), two, v0.subarray(83)])
    for (const each of [v1Of2, v0Of2, changeByte(v1, 17, 255)]) assert.throws(() => verifyEnvelope(each), unsupported)
  })

  test('is unsupported in later versions and in the format for long texts', () => {
    for (const version of [2, 3, 255])
      assert.throws(() => verifyEnvelope(changeByte(v1, 16, version)), {
        code: 'signature_unsupported',
        detail: 'Only versions 0 and 1 of off-chain messages are supported.',
      })
    assert.throws(() => verifyEnvelope(changeByte(v0, 49, 2)), {
      code: 'signature_unsupported',
      detail: 'Off-chain messages of format 2 are not supported.',
    })
  })

  test('is rejected if it is malformed, with what is wrong', () => {
    const malformed: [detail: string, ...envelopes: Buffer[]][] = [
      [
        'It is no off-chain message.',
        Buffer.from(text),
        changeByte(v1, 0, 0xfe),
        changeByte(v1, 1, 0x53),
        Buffer.from(v1.subarray(0, 16)),
      ],
      ['The off-chain message has an unknown format.', changeByte(v0, 49, 3), Buffer.from(v0.subarray(0, 49))],
      [
        'The off-chain message names no signer.',
        changeByte(v1, 17, 0),
        changeByte(v0, 50, 0),
        Buffer.from(v1.subarray(0, 17)),
      ],
      ['The off-chain message is not complete.', Buffer.from(v1.subarray(0, 49)), Buffer.from(v0.subarray(0, 82))],
      [
        'The off-chain message does not hold the signed text.',
        changeByte(v0, 83, text.length + 1),
        changeByte(v0, 84, 1),
        Buffer.concat([v0, Buffer.alloc(1)]),
        Buffer.concat([v1, Buffer.alloc(1)]),
        // As in firmware before the final text of sRFC 38.
        Buffer.concat([v1.subarray(0, 50), Buffer.from([text.length, 0]), Buffer.from(text)]),
      ],
    ]
    for (const [detail, ...envelopes] of malformed)
      for (const each of envelopes)
        assert.throws(() => verifyEnvelope(each), { code: 'signature_malformed', detail }, each.toString('hex'))
    for (const whole of [v0, v1])
      for (let length = 0; length < whole.length; length++)
        assert.throws(() => verifyEnvelope(whole.subarray(0, length)), { code: 'signature_malformed' })
  })

  test('is rejected unless it is standard base64 in its only form', () => {
    const signature = account.signBytes(v1)
    const envelope = Buffer.from(v1).toString('base64')
    assert.deepEqual(verifyText(signature, envelope), owner)
    const malformed = { code: 'signature_malformed', detail: 'The off-chain message is not base64.' }
    for (const each of [`${envelope}=`, `${envelope}====`, ` ${envelope}`, `${envelope}\n`, envelope.slice(0, -1)])
      assert.throws(() => verifyText(signature, each), malformed, each)
    assert.throws(() => verifyText(signature, ''), {
      code: 'signature_malformed',
      detail: 'It is no off-chain message.',
    })
  })
})

describe('parseAddress', () => {
  test('returns an address as it is stored', () => assert.deepEqual(solana.parseAddress(address), owner))

  test('accepts known addresses', () => {
    const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'
    assert.equal(solana.parseAddress(raydium).address, raydium)
  })

  test('says what is wrong with others', () => {
    const wrong = [
      ['', 'A Solana address has 32 to 44 base58 characters.'],
      [` ${address}`, 'A Solana address has 32 to 44 base58 characters.'],
      [`${address}\n`, 'A Solana address has 32 to 44 base58 characters.'],
      [`0${address.slice(1)}`, 'A Solana address has 32 to 44 base58 characters.'],
      [`0x${'aB'.repeat(20)}`, 'A Solana address has 32 to 44 base58 characters.'],
      ['z'.repeat(32), 'A Solana address is 32 bytes in base58.'],
      [base58.encode(Buffer.alloc(31, 1)), 'A Solana address is 32 bytes in base58.'],
      ['1'.repeat(33), 'A Solana address is 32 bytes in base58.'],
      ['1'.repeat(32), 'The address is reserved.'],
      [base58.encode(Buffer.from(`ef${'ff'.repeat(31)}`, 'hex')), 'The public key is not in canonical form.'],
      ['Vote111111111111111111111111111111111111111', 'The address belongs to a program and has no private key.'],
    ] as const
    for (const [typed, detail] of wrong)
      assert.throws(() => solana.parseAddress(typed), { code: 'address_invalid', detail }, typed)
  })
})

describe('normalizeSignature', () => {
  test('keeps the only accepted spelling', () => {
    const { signature } = account.sign(text)
    assert.equal(solana.normalizeSignature(signature), signature)
  })
})
