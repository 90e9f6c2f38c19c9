/** Target (c): signature verification, alternating with a peer in this process. Prints JSON. */

import { allSignatureChecks, type SignatureChecks } from './signature-checks.ts'

export type SignatureFigures = Pick<SignatureChecks, 'title' | 'target'> & {
  ours: number[]
  theirs: number[]
  peer: string | undefined
}

const [rounds = 5, seconds = 1] = process.argv.slice(2).map(Number)

const figures: SignatureFigures[] = []
for (const checks of await allSignatureChecks()) figures.push(await measure(checks))
process.stdout.write(JSON.stringify(figures))

async function measure({ title, target, ours, theirs }: SignatureChecks): Promise<SignatureFigures> {
  const measured: SignatureFigures = { title, target, ours: [], theirs: [], peer: theirs?.peer }
  await perSecond(ours)
  if (theirs) await perSecond(theirs)
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await perSecond(ours))
    if (theirs) measured.theirs.push(await perSecond(theirs))
  }
  return measured
}

async function perSecond({ run, signatures }: SignatureChecks['ours']): Promise<number> {
  const before = process.cpuUsage()
  const until = performance.now() + seconds * 1000
  let done = 0
  while (performance.now() < until) {
    await run()
    done += signatures
  }
  const { user, system } = process.cpuUsage(before)
  return done / ((user + system) / 1e6)
}
