import { isReturnTo } from '@countersign/contract/return-to.ts'
import { useEffect, useState } from 'react'
import { SignInCard } from '../../components/sign-in/sign-in-card.tsx'
import { lazyComponent } from '../../page/chunk.ts'
import { navigate, useQuery } from '../../page/history.tsx'
import { usePage } from '../../page/page-context.tsx'

const SignInToHost = lazyComponent(async () => (await import('./sign-in-to-host.tsx')).SignInToHost)

export function SignInScreen() {
  const requested = useQuery('return_to')
  const returnTo = requested && isReturnTo(requested) ? requested : undefined
  const switching = useQuery('switch') !== undefined
  const { session, boot } = usePage()
  const [signedIn] = useState(() => session.getSession().status === 'signed-in')
  const redirects = signedIn && !switching
  useEffect(() => {
    if (redirects) navigate(returnTo ?? '/home', { replace: true })
  }, [redirects, returnTo])
  if (redirects) return null
  const { destination } = boot
  // The query may have changed since the page was loaded.
  const host = returnTo && new URL(returnTo, location.origin).searchParams.get('host')
  return destination && destination.host === host ? (
    <SignInToHost destination={destination} returnTo={returnTo} switching={switching} />
  ) : (
    <SignInCard returnTo={returnTo} switching={switching} />
  )
}
