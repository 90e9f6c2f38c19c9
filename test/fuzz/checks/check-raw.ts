/** Whether the connection of a malformed request was answered or closed. Returns what is wrong. */

export function checkRaw(text: string): string | undefined {
  if (text === '') return undefined
  if (!text.startsWith('HTTP/1.1 ')) return `answered ${text.slice(0, 200)}`
  const failed = /(?:^|\n)HTTP\/1\.1 5(?!05)\d\d [^\r]*/.exec(text)?.[0]
  return failed && `answered ${failed.trim()}`
}
