/** Copies in a worker thread, so that the server keeps answering. */

import { parentPort, workerData } from 'node:worker_threads'
import { copyDatabase } from './copy-database.ts'

parentPort?.postMessage(copyDatabase(workerData))
