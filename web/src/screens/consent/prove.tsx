import { families, type Namespace } from '@countersign/contract/family/family.ts'
import { useState } from 'react'
import { useSignIn } from '../../components/sign-in/use-sign-in.ts'
import { ProofSteps } from '../../components/step-up/proof-steps.tsx'
import { isSameAddress } from '../../components/wallet-words.ts'
import { usePage, useSession } from '../../page/page-context.tsx'
import { createAppProofFlow } from '../../sign-in/flows/proof-flows.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { familyOf } from '../../ui/identity/address-family.ts'
import { interaction as text } from '../../words/interaction.ts'
import { AppRequest } from './app-request.tsx'
import { Decisions, type StepProps } from './decisions.tsx'

/** For apps that verify signatures themselves: the wallet of this session signs a message that names the app. */
export function Prove(step: StepProps) {
  const { interaction } = step
  const page = usePage()
  const session = useSession()
  const own = session.status === 'signed-in' ? session.state.session.wallet.address : ''
  const isOwn = (address: string) => isSameAddress(own, address)
  const isOtherFamily = (namespace: Namespace) => familyOf(own) !== namespace
  const [proven, setProven] = useState(false)
  const leave = (redirectTo: string) => {
    setProven(true)
    location.assign(redirectTo)
  }
  const signIn = useSignIn(() =>
    createAppProofFlow(page, { interaction: interaction.id, onProven: leave, allows: ({ address }) => isOwn(address) }),
  )
  return (
    <AppRequest
      interaction={interaction}
      title={{ before: text.proveTitle }}
      lead={text.proveLead}
      otherWallet={text.signInAsOther}
    >
      {proven ? (
        <Notice>{text.goingBack}</Notice>
      ) : (
        <>
          <ProofSteps
            signIn={signIn}
            signLabel={text.proveSign}
            isOtherFamily={isOtherFamily}
            objection={({ address, namespace }, { name }) =>
              isOwn(address)
                ? undefined
                : {
                    tone: 'warn',
                    reason: text.proveOther,
                    help: isOtherFamily(namespace)
                      ? text.proveOtherFamily(families[familyOf(own)].name)
                      : text.proveOtherHelp(name),
                  }
            }
          />
          <Decisions {...step} no={{ label: text.deny, decision: 'deny' }} />
        </>
      )}
    </AppRequest>
  )
}
