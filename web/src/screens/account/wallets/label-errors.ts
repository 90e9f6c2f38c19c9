import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import { normalizeText } from '../../../forms/typed-text.ts'
import { wallets as text } from '../../../words/account/wallets.ts'

/** A wallet may have no label. */
export function labelErrors({ label }: { label: string }): { label?: string } {
  const name = normalizeText(label)
  return name === '' || isName(name, LABEL_MAX) ? {} : { label: text.nameRefused(LABEL_MAX) }
}
