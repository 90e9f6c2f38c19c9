import type { Boot } from '@countersign/contract/routes/public.ts'
import { SignInCard } from '../../components/sign-in/sign-in-card.tsx'
import { useConnection } from '../../page/page-context.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { interaction as text } from '../../words/interaction.ts'

type SignInToHostProps = {
  destination: NonNullable<Boot['destination']>
  returnTo: string | undefined
  switching: boolean
}

export function SignInToHost({ destination: { name, host }, ...flow }: SignInToHostProps) {
  // With a connected wallet the heading asks for the account, so the site is named here.
  const connected = useConnection().status === 'connected'
  return (
    <SignInCard
      {...flow}
      title={text.signInTitle(name)}
      lead={text.signInLead(host)}
      {...(connected ? { banner: <Notice>{text.signInFor(name, host)}</Notice> } : {})}
    />
  )
}
