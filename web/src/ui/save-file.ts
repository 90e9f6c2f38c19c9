type FileToSave = { name: string; text: string; type: string }

/** Puts a text into the person's downloads. */
export function saveFile({ name, text, type }: FileToSave): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
