import { readErrorDetails } from '../../wallet/error-details.ts'

/** For "Details": without control characters, at most 500 characters. */
export function describeWalletError(error: unknown): string | undefined {
  const { codes, texts } = readErrorDetails(error)
  const text = [...(codes.length > 0 ? [`(${codes.join(', ')})`] : []), texts[0] ?? ''].join(' ')
  const plain = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return plain === '' ? undefined : [...plain].slice(0, 500).join('')
}
