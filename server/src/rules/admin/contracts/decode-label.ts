/** Names that contracts have for themselves. Anything malformed is null; nothing throws. */

/** Bytes of a text that are decoded. */
const TEXT_BYTES_MAX = 4096

/** `string`, or `bytes32` as in tokens from before ERC-20. Without control and invisible characters, cut to `max`. */
export function decodeLabel(answer: string, max: number): string | null {
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(answer)) return null
  const bytes = Buffer.from(answer.slice(2, 2 + 2 * (TEXT_BYTES_MAX + 64)), 'hex')
  const content =
    bytes.length === 32 && answer.length === 66 ? beforeZero(bytes) : readString(bytes, answer.length / 2 - 1)
  const text = content === undefined ? undefined : decodeText(content)
  const clean = text?.replace(/\p{C}/gu, '').replace(/\s+/gu, ' ').trim()
  if (!clean) return null
  return cut(clean, max)
}

function beforeZero(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** `size` is that of the whole answer, of which `bytes` is the start. */
function readString(bytes: Buffer, size: number): Buffer | undefined {
  if (bytes.length < 64 || BigInt(`0x${bytes.toString('hex', 0, 32)}`) !== 32n) return undefined
  const length = BigInt(`0x${bytes.toString('hex', 32, 64)}`)
  if (length > BigInt(size - 64)) return undefined
  return bytes.subarray(64, 64 + Math.min(Number(length), TEXT_BYTES_MAX))
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    // A text that was cut may end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length === TEXT_BYTES_MAX })
  } catch {
    return undefined
  }
}

/** Never within a character. */
function cut(text: string, max: number): string {
  let end = ''
  for (const character of text) {
    if (end.length + character.length > max) break
    end += character
  }
  return end
}
