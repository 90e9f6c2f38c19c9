import { CopyButton } from '../controls/copy-button.tsx'
import './copy-value.css'

type CopyValueProps = { text: string; words: { copy: string; spoken: string; done: string } }

export function CopyValue({ text, words: { copy, spoken, done } }: CopyValueProps) {
  return (
    <span className="copy-value">
      <code dir="ltr" translate="no">
        {text}
      </code>
      <CopyButton text={text} label={copy} spoken={spoken} done={done} look="quiet" />
    </span>
  )
}
