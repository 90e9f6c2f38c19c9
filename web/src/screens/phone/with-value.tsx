import type { ReactNode } from 'react'

type WithValueProps = { text: string; children: ReactNode }

/** Shows the children in place of the marker of a text, such as `{code}`. */
export function WithValue({ text, children }: WithValueProps) {
  const [before, after] = text.split(/\{\w+\}/)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}

/** The address of this site, which the person compares with another. */
export function WithHost({ text }: { text: string }) {
  return (
    <WithValue text={text}>
      <bdi className="medium" dir="ltr" translate="no">
        {location.host}
      </bdi>
    </WithValue>
  )
}
