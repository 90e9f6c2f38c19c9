import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from '@countersign/contract/limits.ts'
import { isLowContrast } from './low-contrast-logo.ts'

export type LogoProblem = 'kind' | 'size' | 'pixels' | 'unreadable'

const KINDS = ['image/png', 'image/jpeg', 'image/webp']
const SIDE = 256
const INK = '#1d1a16'

/** Redraws the image at a small size, which also drops metadata such as the location. */
export async function makeLogo(file: File): Promise<{ image: string } | { problem: LogoProblem }> {
  if (!KINDS.includes(file.type)) return { problem: 'kind' }
  if (file.size > LOGO_MAX_BYTES) return { problem: 'size' }
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return { problem: 'unreadable' }
  try {
    if (Math.max(bitmap.width, bitmap.height) > LOGO_MAX_PIXELS) return { problem: 'pixels' }
    const blob = await drawSmall(bitmap)
    return blob ? { image: await base64(blob) } : { problem: 'unreadable' }
  } finally {
    bitmap.close()
  }
}

async function drawSmall(bitmap: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  if (isLowContrast(context.getImageData(0, 0, canvas.width, canvas.height).data)) {
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = INK
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  // A browser that cannot write WebP gives a PNG instead.
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9))
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
