import { useId } from 'react'
import { CopyButton } from '../controls/copy-button.tsx'
import './code-block.css'

type CodeBlockProps = {
  title: string
  text: string
  words: { copy: string; spoken: string; done: string }
}

export function CodeBlock({ title, text, words: { copy, spoken, done } }: CodeBlockProps) {
  const id = useId()
  return (
    <figure className="code-block panel" aria-labelledby={id}>
      <div className="code-block-head">
        <figcaption id={id} className="small soft break">
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
