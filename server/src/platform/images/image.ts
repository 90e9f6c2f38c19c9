type ImageInfo = { mime: 'image/png' | 'image/jpeg' | 'image/webp'; width: number; height: number }

export function readImageInfo(file: Buffer): ImageInfo | undefined {
  const found = readPng(file) ?? readJpeg(file) ?? readWebp(file)
  return found && found.width > 0 && found.height > 0 ? found : undefined
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

function readPng(file: Buffer): ImageInfo | undefined {
  if (file.length < 33 || !file.subarray(0, 16).equals(PNG_START)) return undefined
  return { mime: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

function readJpeg(file: Buffer): ImageInfo | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 <= file.length) {
    if (file[at] !== 0xff) return undefined
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) at += 1
    else if (isFrame(marker))
      return { mime: 'image/jpeg', height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    else at += 2 + file.readUInt16BE(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, without C4, C8 and CC. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function readWebp(file: Buffer): ImageInfo | undefined {
  if (file.length < 30 || file.toString('latin1', 0, 4) !== 'RIFF') return undefined
  const size = webpSize(file, file.toString('latin1', 8, 16))
  return size && { mime: 'image/webp', ...size }
}

function webpSize(file: Buffer, kind: string): { width: number; height: number } | undefined {
  if (kind === 'WEBPVP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
  if (kind === 'WEBPVP8L' && file[20] === 0x2f) {
    const bits = file.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'WEBPVP8 ' && file.readUIntBE(23, 3) === 0x9d012a)
    return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
  return undefined
}
