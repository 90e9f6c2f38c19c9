import { useId } from 'react'
import { CopyButton } from './copy-button.tsx'
import './code-block.css'

type CodeBlockProps = {
  /** The file it belongs to, or what runs it. */
  title: string
  text: string
  words: { copy: string; spoken: string; done: string }
}

/** Text for another program, to be copied as it is. It scrolls within itself, so it can be reached by keyboard. */
export function CodeBlock({ title, text, words: { copy, spoken, done } }: CodeBlockProps) {
  const id = useId()
  return (
    <figure className="code-block panel" aria-labelledby={id}>
      <div className="code-block-head">
        <figcaption id={id} className="small soft">
          {title}
        </figcaption>
        <CopyButton text={text} label={copy} spoken={spoken} done={done} look="quiet" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre dir="ltr" translate="no" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
