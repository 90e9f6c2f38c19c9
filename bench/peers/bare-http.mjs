/** node:http with a constant response: the minimum cost of any server built on it. */

import { createServer } from 'node:http'

const body = JSON.stringify({ session: { id: 'nobody', filling: 'x'.repeat(480) } })
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }

createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
