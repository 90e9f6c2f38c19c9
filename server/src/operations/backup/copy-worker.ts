/** Copies in a thread of its own: the server goes on answering meanwhile. */

import { parentPort, workerData } from 'node:worker_threads'
import { copyDatabase } from './copy-database.ts'

parentPort?.postMessage(copyDatabase(workerData))
