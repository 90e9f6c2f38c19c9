export function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

export function timeOfStamp(text: string): number {
  const [day = '', time = ''] = text.split('T')
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`)
}
