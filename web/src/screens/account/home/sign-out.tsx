import { useState } from 'react'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { pages } from '../../../words/pages.ts'

const { home } = pages

/** Signing out never needs a wallet; disconnecting it is optional. */
export function SignOut() {
  const { session, wallets } = usePage()
  const [refused, setRefused] = useState(false)
  const signOut = async (also: () => Promise<void>) => {
    setRefused(false)
    try {
      await session.signOut()
    } catch {
      setRefused(true)
      return
    }
    await also()
  }
  return (
    <div className="stack">
      {refused ? <Notice tone="bad">{home.notReached}</Notice> : null}
      <div className="actions calm">
        <Button onClick={() => void signOut(async () => {})}>{home.signOut}</Button>
        <Button
          onClick={() =>
            void signOut(async () => {
              await wallets.disconnect()
              await wallets.forget()
            })
          }
        >
          {home.signOutAll}
        </Button>
      </div>
    </div>
  )
}
