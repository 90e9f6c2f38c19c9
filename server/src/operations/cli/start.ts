import type { Command } from './command.ts'

export const start: Command = {
  name: 'start',
  synopsis: '',
  summary: 'Start the server (same as npm start)',
  details: ['Installs missing dependencies first. Configuration comes from the environment; see docs/operating.md.'],
  options: {},
  words: { least: 0, most: 0 },
  run: async () => void (await import('../../main.ts')),
}
