import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect as openSocket, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import {
  CONNECTIONS_MAX,
  CONNECTIONS_PER_ADDRESS,
  SOCKET_IDLE_MS,
} from '@countersign/contract/limits/connection-limits.ts'
import { limitConnections } from './limit-connections.ts'
import { trustProxies } from './request/trusted-proxies.ts'

const trusted = trustProxies([{ address: '192.0.2.80', bits: 32, family: 'ipv4' }])

type FakeSocket = Socket & { cut: boolean }

function open() {
  const server = createServer()
  server.removeAllListeners('connection') // those of node take a socket that is one
  limitConnections(server, trusted)
  const connect = (remoteAddress: string): FakeSocket => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      cut: false,
      destroy() {
        socket.cut = true
      },
    })
    server.emit('connection', socket)
    return socket as unknown as FakeSocket // what is looked at is there
  }
  const many = (address: (count: number) => string, most: number) =>
    Array.from({ length: most }, (_, count) => connect(address(count)))
  return { server, connect, many }
}

describe('limitConnections', () => {
  test('closes connections of one IP address beyond the limit, and allows new ones after others close', () => {
    const { connect, many } = open()
    const sockets = many(() => '198.51.100.7', CONNECTIONS_PER_ADDRESS)
    assert.equal(
      sockets.some(({ cut }) => cut),
      false,
    )
    assert.equal(connect('198.51.100.7').cut, true)
    assert.equal(connect('198.51.100.8').cut, false)
    sockets[0]?.emit('close')
    assert.equal(connect('198.51.100.7').cut, false)
    assert.equal(connect('198.51.100.7').cut, true)
  })

  test('counts the addresses of one IPv6 subnet, and every spelling of an IPv4 address, together', () => {
    const { connect, many } = open()
    many((count) => `2001:db8::${(count + 1).toString(16)}`, CONNECTIONS_PER_ADDRESS)
    assert.deepEqual([connect('2001:db8::ffff').cut, connect('2001:db8:0:1::1').cut], [true, false])
    many((count) => (count % 2 ? '::ffff:198.51.100.9' : '198.51.100.9'), CONNECTIONS_PER_ADDRESS)
    assert.equal(connect('::ffff:198.51.100.9').cut, true)
  })

  test('does not count connections of a trusted proxy or of loopback', () => {
    const { many } = open()
    for (const address of ['192.0.2.80', '127.0.0.1', '::1', '::ffff:127.0.0.1'])
      assert.equal(
        many(() => address, CONNECTIONS_PER_ADDRESS + 5).some(({ cut }) => cut),
        false,
        address,
      )
  })

  test('closes a connection whose client never reads the response', async () => {
    const server = createServer((_, response) => {
      const write = () => {
        while (response.write(Buffer.alloc(65_536))) {}
      }
      response.on('drain', write)
      write()
    })
    limitConnections(server, trusted, 100)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo // a TCP server's address is never a string
    const taken = once(server, 'connection')
    const client = openSocket(port, '127.0.0.1').pause()
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [socket] = await taken
    await once(socket, 'close')
    assert.equal(socket.destroyed, true)
    client.destroy()
    server.close()
  })

  test('limits all connections and the idle time', () => {
    const { server } = open()
    assert.deepEqual([server.maxConnections, server.timeout], [CONNECTIONS_MAX, SOCKET_IDLE_MS])
  })
})
