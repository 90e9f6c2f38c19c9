import { families, type Namespace } from '@countersign/contract/family/family.ts'
import './family-mark.css'

const PATHS: Record<Namespace, string> = {
  eip155: 'M8 1.75 12.75 8 8 14.25 3.25 8ZM3.25 8 8 10l4.75-2',
  solana: 'M5.25 4h8M2.75 8h8M5.25 12h8',
  bip122: 'M5 3.5h4a2.2 2.2 0 0 1 0 4.5H5Zm0 4.5h4.6a2.25 2.25 0 0 1 0 4.5H5ZM6.5 3.5v-2m2.5 2v-2m-2.5 13v-2m2.5 2v-2',
}

type FamilyMarkProps = { namespace: Namespace /** The family is named in the text beside it. */; named?: boolean }

export function FamilyMark({ namespace, named = false }: FamilyMarkProps) {
  const { name } = families[namespace]
  return (
    <svg
      className="family-mark"
      viewBox="0 0 16 16"
      width={16}
      height={16}
      role="img"
      aria-label={name}
      aria-hidden={named || undefined}
    >
      <path d={PATHS[namespace]} />
    </svg>
  )
}
