/** Loaded only after a crash; loading it reports the crash once per document. */

import { reportProblem } from './report-problem.ts'

reportProblem('page/crashed')
