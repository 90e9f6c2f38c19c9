/** Text as it is sent: without spaces around it, in one Unicode form. */
export function normalizeText(typed: string): string {
  return typed.trim().normalize('NFC')
}

/** The lines that are not empty, with their numbers. */
export function filledLines(typed: string): { text: string; line: number }[] {
  return typed
    .split('\n')
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .filter(({ text }) => text !== '')
}
