/** The score of a mutation run, file by file, and every mutant that no test noticed. */

import { say } from '../../scripts/setup.mjs'
import { LEAST_SCORE } from './stryker.config.mjs'

type Position = { line: number; column: number }
type Mutant = {
  mutatorName: string
  replacement?: string
  status: string
  location: { start: Position; end: Position }
}
export type FileReport = { path: string; source: string; mutants: Mutant[] }

const DETECTED = ['Killed', 'Timeout']
const UNDETECTED = ['Survived', 'NoCoverage']

/** Whether the score is good enough; a run over some of the files has no bar to clear. */
export function printReport(reports: FileReport[], { seconds, whole }: { seconds: number; whole: boolean }): boolean {
  for (const report of reports) printSurvivors(report)
  say('')
  for (const { path, mutants } of reports) say(`${scoreLine(mutants)}  ${path}`)
  const all = reports.flatMap(({ mutants }) => mutants)
  say(`${scoreLine(all)}  in ${Math.round(seconds)} s`)
  const enough = scoreOf(all) >= LEAST_SCORE
  if (whole && !enough) say(`The score is below ${LEAST_SCORE} %.`)
  return enough || !whole
}

function printSurvivors({ path, source, mutants }: FileReport): void {
  for (const { mutatorName, status, replacement = '', location } of mutants) {
    if (!UNDETECTED.includes(status)) continue
    say(`\n${status} ${path}:${location.start.line}:${location.start.column} ${mutatorName}`)
    say(`- ${oneLine(sliceSource(source, location))}`)
    say(`+ ${oneLine(replacement)}`)
  }
}

function sliceSource(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column - 1) ?? ''
  return lines.join('\n').slice(start.column - 1)
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 160)

const countByStatus = (mutants: Mutant[], statuses: string[]): number =>
  mutants.filter(({ status }) => statuses.includes(status)).length

function scoreOf(mutants: Mutant[]): number {
  const detected = countByStatus(mutants, DETECTED)
  return (100 * detected) / Math.max(1, detected + countByStatus(mutants, UNDETECTED))
}

function scoreLine(mutants: Mutant[]): string {
  const [killed, survived] = [countByStatus(mutants, DETECTED), countByStatus(mutants, UNDETECTED)]
  return `${scoreOf(mutants).toFixed(1).padStart(6)} %  ${String(killed).padStart(4)} killed ${String(survived).padStart(3)} survived`
}
