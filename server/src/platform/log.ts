export type Fields = Record<string, string | number | boolean | undefined>
export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = Record<Level, (message: string, fields?: Fields) => void> & { enabled(level: Level): boolean }

const ORDER: Level[] = ['debug', 'info', 'warn', 'error']

type Options = { level: Level; human: boolean; write: (line: string) => void; now: () => number }

export function createLog({ level, human, write, now }: Options): Log {
  const threshold = ORDER.indexOf(level)
  const at =
    (name: Level) =>
    (message: string, fields: Fields = {}) => {
      if (ORDER.indexOf(name) < threshold) return
      write(human ? formatText(name, message, fields) : formatJson(name, message, fields))
    }

  function formatJson(name: Level, message: string, fields: Fields): string {
    return `${JSON.stringify({ time: new Date(now()).toISOString(), level: name, message, ...fields })}\n`
  }

  function formatText(name: Level, message: string, fields: Fields): string {
    const time = new Date(now()).toISOString().slice(11, 19)
    const rest = Object.entries(fields).filter(([, value]) => value !== undefined)
    const tail = rest
      .map(([key, value]) => `${key}=${typeof value === 'string' ? quoteIfNeeded(value) : value}`)
      .join(' ')
    return `${time} ${name.padEnd(5)} ${message}${tail && `  ${tail}`}\n`
  }

  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    enabled: (name) => ORDER.indexOf(name) >= threshold,
  }
}

function quoteIfNeeded(value: string): string {
  return /[\s"\x00-\x1f\x7f]/.test(value) ? JSON.stringify(value) : value
}
