/** Target (c): signature verification, alternating with viem in this process. Prints JSON. */

import { verifyMessage } from 'viem'
import { writeMessage } from '../../contract/src/message/message.ts'
import { recoveryKind, verifyEvmProof } from '../../server/src/proof/evm/verify-signature.ts'
import { newWallet, signText } from './load/wallet.ts'

export type SignatureFigures = { kind: string; ours: number[]; theirs: number[] }

const [rounds = 5, seconds = 1] = process.argv.slice(2).map(Number)
const proofs = Array.from({ length: 64 }, makeProof)

const ours = () => {
  for (const proof of proofs) verifyEvmProof(proof)
}
const theirs = async () => {
  for (const proof of proofs.slice(0, 16)) if (!(await verifyMessage(proof))) throw new Error('viem refused')
}

const figures: SignatureFigures = { kind: recoveryKind, ours: [], theirs: [] }
await perSecond(ours, 64)
await perSecond(theirs, 16)
for (let round = 0; round < rounds; round++) {
  figures.ours.push(await perSecond(ours, 64))
  figures.theirs.push(await perSecond(theirs, 16))
}
process.stdout.write(JSON.stringify(figures))

async function perSecond(check: () => void | Promise<void>, checks: number): Promise<number> {
  const before = process.cpuUsage()
  const until = performance.now() + seconds * 1000
  let done = 0
  while (performance.now() < until) {
    await check()
    done += checks
  }
  const { user, system } = process.cpuUsage(before)
  return done / ((user + system) / 1e6)
}

function makeProof(_: unknown, index: number) {
  const wallet = newWallet()
  const message = writeMessage({
    namespace: 'eip155',
    domain: 'id.example',
    address: wallet.address,
    statement: 'Sign in to Countersign. Signing is free and does not send a transaction or give access to your funds.',
    uri: 'https://id.example',
    chainId: '1',
    nonce: `nonce${String(index).padStart(19, '0')}`,
    issuedAt: '2026-11-15T10:00:00.000Z',
    expirationTime: '2026-11-15T10:10:00.000Z',
    requestId: 'chl_01KA3B7Y9QZJ5V8N2M4X6T0W1R',
  })
  return { address: wallet.address, message, signature: signText(wallet, message) }
}
