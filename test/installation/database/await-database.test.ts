import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { awaitDatabase } from '#src/installation/database/await-database'

/** A port of this machine at which PostgreSQL does not listen yet, and the function that lets it listen. */
const sleepingServer = async () => {
  const real = new URL(inject('testServer').adminUrl)
  const reserved = createServer().listen(0, '127.0.0.1')
  await once(reserved, 'listening')
  const { port } = reserved.address() as AddressInfo
  await new Promise((resolve) => reserved.close(resolve))
  const url = new URL(real)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  const wake = (): Server =>
    createServer((socket) => {
      const server = connect(Number(real.port), real.hostname)
      for (const end of [socket, server]) end.on('error', () => socket.destroy())
      socket.pipe(server).pipe(socket)
    }).listen(port, '127.0.0.1')
  return { url: url.href, wake }
}

const logOf = (onWarning: () => void) => {
  const warnings: string[] = []
  const warn = (message: string) => {
    warnings.push(message)
    onWarning()
  }
  return { warnings, log: { info: () => undefined, warn } }
}

test('a server that starts later is waited for, and the log says so once', async () => {
  const { url, wake } = await sleepingServer()
  const { log, warnings } = logOf(() => {
    const server = wake()
    onTestFinished(() => void server.close())
  })
  await awaitDatabase(url, log, 30_000)
  expect(warnings).toEqual([
    expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:\d+ does not accept connections\. .* for up to 30 seconds\.$/),
  ])
})

test('the start gives up after its time, and says how long it has tried', async () => {
  const { url } = await sleepingServer()
  const { log } = logOf(() => undefined)
  await expect(awaitDatabase(url, log, 1000)).rejects.toThrow(
    /does not accept connections\. Start it, or correct DATABASE_URL\. It was tried for 1 seconds\.$/,
  )
})

test('what only a correction ends is not waited for', async () => {
  const url = new URL(inject('testServer').adminUrl)
  url.pathname = '/nowhere'
  const { log, warnings } = logOf(() => undefined)
  await expect(awaitDatabase(url.href, log, 60_000)).rejects.toThrow(/The database "nowhere" does not exist\./)
  expect(warnings).toEqual([])
})
