/** The headers that the example configurations read. */

import { readExample } from './proxies.ts'

/** In the spelling in which Node tells of headers. */
type Read = { user: string; name: string }

export function headersOfSoftware(): Record<'Gitea' | 'Grafana', Read> {
  const gitea = readSection('gitea/app.ini', 'security')
  const grafana = readSection('grafana/grafana.ini', 'auth.proxy')
  const lowerCase = (value: string | undefined) => (value ?? '').toLowerCase()
  return {
    Gitea: {
      user: lowerCase(gitea.REVERSE_PROXY_AUTHENTICATION_USER),
      name: lowerCase(gitea.REVERSE_PROXY_AUTHENTICATION_FULL_NAME),
    },
    Grafana: { user: lowerCase(grafana.header_name), name: lowerCase(/\bName:(\S+)/.exec(grafana.headers ?? '')?.[1]) },
  }
}

function readSection(file: string, section: string): Record<string, string> {
  const [, text = ''] = readExample(file).split(`[${section}]\n`)
  const lines = (text.split(/^\[/m)[0] ?? '').matchAll(/^(\w+) = (.+)$/gm)
  return Object.fromEntries([...lines].map(([, key, value]) => [key, value]))
}
