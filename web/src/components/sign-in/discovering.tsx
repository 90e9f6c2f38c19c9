import { Spinner } from '../../ui/feedback/spinner.tsx'
import { words } from '../../words/words.ts'

export function Discovering() {
  return (
    <p className="looking inline soft" aria-busy="true">
      <Spinner />
      <span>{words.signIn.looking}</span>
    </p>
  )
}
