/** Loaded by a page that stopped working, and never else: loading it reports that, once for each document. */

import { reportProblem } from './report-problem.ts'

reportProblem('page/crashed')
