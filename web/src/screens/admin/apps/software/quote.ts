export function shellWord(value: string): string {
  return /^[\w.,:/@%+=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}

/** All parsers of .env files take single quotes literally. */
export function envValue(value: string): string {
  return /^[\w.,:/@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", '’')}'`
}

/** In INI files of Go software, `#` and `;` start a comment. */
export function iniValue(value: string): string {
  return /[#;`"\\]/.test(value) ? `"""${value.replaceAll('"', '”')}"""` : value
}

export function apacheValue(value: string): string {
  return /^[\w.,:/@%+?&=-]+$/.test(value) ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

export function scriptString(value: string): string {
  const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}
