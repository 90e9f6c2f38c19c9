import { type ReactNode, useEffect, useRef } from 'react'
import { usePage } from './page-context.tsx'

type HeadingProps = { /** Names the screen in the document title. */ screen: string; children: ReactNode }

/** The h1 of a screen. It takes the focus on navigation, so that screen readers start there. */
export function Heading({ screen, children }: HeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  const instance = usePage().boot.public.name
  useEffect(() => {
    document.title = `${screen} · ${instance}`
  }, [screen, instance])
  useEffect(() => {
    // A menu that was opened while the screen was loading would close without the focus.
    if (!document.activeElement?.closest('.menu[open]')) ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={ref} tabIndex={-1}>
      {children}
    </h1>
  )
}
