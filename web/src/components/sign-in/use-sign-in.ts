import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'

export function useSignIn(begin: () => SignIn): SignIn {
  const [signIn] = useState(begin)
  useEffect(() => {
    signIn.start()
    return () => signIn.dispose()
  }, [signIn])
  return signIn
}

export function useView(signIn: SignIn): View {
  return useSyncExternalStore(signIn.subscribe, signIn.getView)
}
