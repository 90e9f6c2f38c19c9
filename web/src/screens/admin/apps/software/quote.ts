/** A word of a POSIX shell. */
export function shellWord(value: string): string {
  return /^[\w.,:/@%+=-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
}

/** A value in an .env file; all parsers take single quotes literally. */
export function envValue(value: string): string {
  return /^[\w.,:/@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", '’')}'`
}

/** A value of an INI file of Go software, where `#` and `;` begin a comment. */
export function iniValue(value: string): string {
  return /[#;`"\\]/.test(value) ? `"""${value.replaceAll('"', '”')}"""` : value
}

/** An argument of a directive of Apache. */
export function apacheValue(value: string): string {
  return /^[\w.,:/@%+?&=-]+$/.test(value) ? value : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** A string of JavaScript, in the quotes people write. */
export function scriptString(value: string): string {
  const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}
