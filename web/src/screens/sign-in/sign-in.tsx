import { isReturnTo } from '@countersign/contract/return-to.ts'
import { useEffect, useState } from 'react'
import { SignInCard } from '../../components/sign-in/sign-in-card.tsx'
import { navigate, useQuery } from '../../page/history.tsx'
import { usePage } from '../../page/page-context.tsx'

export function SignInScreen() {
  const requested = useQuery('return_to')
  const returnTo = requested && isReturnTo(requested) ? requested : undefined
  const switching = useQuery('switch') !== undefined
  const { session } = usePage()
  const [signedIn] = useState(() => session.getSession().status === 'signed-in')
  const redirects = signedIn && !switching
  useEffect(() => {
    if (redirects) navigate(returnTo ?? '/home', { replace: true })
  }, [redirects, returnTo])
  return redirects ? null : <SignInCard returnTo={returnTo} switching={switching} />
}
