import { useState } from 'react'
import { usePage } from './page-context.tsx'

/** One call at a time, outside of the query cache. */
export function useCall(call: () => Promise<void>) {
  const { session } = usePage()
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false })
  const run = async () => {
    if (state.busy) return
    setState({ busy: true })
    try {
      await call()
      setState({ busy: false })
    } catch (error) {
      session.noticeError(error)
      setState({ busy: false, error })
    }
  }
  return { ...state, run }
}
