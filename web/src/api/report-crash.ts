/** Imported after a crash; the import reports the crash once per document. */

import { reportProblem } from './report-problem.ts'

reportProblem('page/crashed')
