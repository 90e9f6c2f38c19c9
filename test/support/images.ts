/** Image files for tests. The first ones have a valid header only. */

import { crc32, deflateSync } from 'node:zlib'

export const GIF = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
export const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')

export function png(width: number, height: number, size = 64): Buffer {
  const file = Buffer.alloc(size)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(file)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

/** The size follows a comment and a table, not at a fixed offset. */
export function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc2001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from('ffd8ffe00004abcdffc40004ffc0', 'hex'), frame])
}

export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const file = Buffer.alloc(40)
  file.write(`RIFF\x20\0\0\0WEBP${kind}`, 'latin1')
  if (kind === 'VP8X') {
    file.writeUIntLE(width - 1, 24, 3)
    file.writeUIntLE(height - 1, 27, 3)
  } else if (kind === 'VP8L') {
    file[20] = 0x2f
    file.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21)
  } else {
    file.writeUIntBE(0x9d012a, 23, 3)
    file.writeUInt16LE(width, 26)
    file.writeUInt16LE(height, 28)
  }
  return file
}

/** A complete black image. */
export function blackPng(width: number, height: number): Buffer {
  return wholePng(width, height, { kind: 2, rows: Buffer.alloc(height * (width * 3 + 1)) })
}

/** A gray square (0 to 255) on a transparent background. */
export function squarePng(gray: number, size = 64): Buffer {
  const rows = Buffer.alloc(size * (size * 2 + 1))
  for (let y = size / 4; y < (size * 3) / 4; y++)
    for (let x = size / 4; x < (size * 3) / 4; x++) rows.set([gray, 255], y * (size * 2 + 1) + 1 + x * 2)
  return wholePng(size, size, { kind: 4, rows })
}

/** `kind` is the PNG color type: 2 for RGB, 4 for gray with alpha. Each row starts with filter 0. */
function wholePng(width: number, height: number, { kind, rows }: { kind: number; rows: Buffer }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, kind], 8)
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}
