/** The Ethereum Attestation Service from npm: EAS, its schema registry and its indexer. */

import { type Address, type Hex, parseEventLogs, zeroAddress, zeroHash } from 'viem'
import type { ContractClient, Written } from './contract-client.ts'
import { readArtifact } from './hardhat-chain.ts'

export type Attestation = {
  schema: Hex
  recipient: Address
  attester: Address
  /** Seconds since 1970; 0 never expires. */
  expires?: bigint
  revocable?: boolean
  /** The indexer knows only attestations that somebody handed to it. */
  indexed?: boolean
}

export async function deployAttestationService(client: ContractClient) {
  const schemas = await client.deployArtifact(readArtifact('easSchemas'))
  const eas = await client.deployArtifact(readArtifact('eas'), [schemas.address])
  const indexer = await client.deployArtifact(readArtifact('easIndexer'), [eas.address])
  const index = (uid: Hex) => indexer.write('indexAttestation', [uid])

  return {
    ...eas,
    indexer,

    /** Returns the UID of the schema. */
    registerSchema: async (text: string) =>
      readUid(await schemas.write('register', [text, zeroAddress, true]), 'Registered'),

    /** Returns the UID of the attestation. */
    async attest({ schema, recipient, attester, expires = 0n, revocable = true, indexed = true }: Attestation) {
      const data = { recipient, expirationTime: expires, revocable, refUID: zeroHash, data: '0x', value: 0n }
      const uid = readUid(await eas.write('attest', [{ schema, data }], attester), 'Attested')
      if (indexed) await index(uid)
      return uid
    },

    revoke: (schema: Hex, uid: Hex, attester: Address) =>
      eas.write('revoke', [{ schema, data: { uid, value: 0n } }], attester),
    index,
    getAttestation: (uid: Hex) => eas.read<Record<string, unknown>>('getAttestation', [uid]),
    receivedUids: (recipient: Address, schema: Hex) =>
      indexer.read<Hex[]>('getReceivedAttestationUIDs', [recipient, schema, 0n, 200n, true]),
  }

  function readUid({ receipt }: Written, eventName: 'Registered' | 'Attested'): Hex {
    const abi = [...schemas.abi, ...eas.abi]
    const [log] = parseEventLogs({ abi, eventName, logs: receipt?.logs ?? [] })
    const { uid } = (log?.args ?? {}) as { uid?: Hex } // both events have one
    if (!uid) throw new Error('Attestations need automine: their UIDs are read from the receipt')
    return uid
  }
}
