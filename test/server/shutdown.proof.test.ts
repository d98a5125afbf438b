import { expect, test } from 'vitest'
import { openSocket, parseAnswer } from '../support/server/socket.ts'
import { get, useShutdownBench } from './shutdown-bench.ts'

const { start, query, sendSlow } = useShutdownBench()

test('cuts requests that still run at the end of the grace period, and ends', async () => {
  const { port, process, ended, lines } = await start({ SHUTDOWN_GRACE_MS: '500' })
  const slow = await sendSlow(port)
  process.kill('SIGTERM')
  expect((await slow.ended).text).toBe('')
  await query('ROLLBACK')
  expect(await ended).toBe(0)
  expect(lines.map(({ msg }) => msg)).toContain('requests still ran at the end of the grace period and were cut')
})

test('ends at once on a second signal', async () => {
  const { port, process, ended, logged } = await start()
  await sendSlow(port)
  process.kill('SIGTERM')
  await logged('stopping')
  process.kill('SIGINT')
  expect(await ended).toBe(1)
})

test('under load, stopping one of two replicas loses no request that was accepted', async () => {
  const { port, process, ended } = await start({ SHUTDOWN_DELAY_MS: '500' })
  const outcomes: string[] = []
  let listening = true
  const client = async () => {
    while (listening) {
      const socket = await openSocket(port).catch(() => undefined)
      if (!socket) return
      socket.send(get('/health/live', 'connection: close\r\n'))
      const { text } = await socket.ended
      // An empty response: the listener closed before it accepted the connection, so a proxy tries the next replica.
      outcomes.push(text === '' ? 'not accepted' : String(parseAnswer(text).status))
    }
  }
  const clients = Array.from({ length: 8 }, client)
  await expect.poll(() => outcomes.length).toBeGreaterThan(100)
  process.kill('SIGTERM')
  expect(await ended).toBe(0)
  listening = false
  await Promise.all(clients)
  expect(outcomes.filter((outcome) => outcome !== '200' && outcome !== 'not accepted')).toEqual([])
  expect(outcomes.filter((outcome) => outcome === 'not accepted').length).toBeLessThanOrEqual(8)
})

test('a worker stops as cleanly as a server', async () => {
  const { process, ended } = await start({ GUILDHALL_ROLE: 'both' })
  process.kill('SIGTERM')
  expect(await ended).toBe(0)
})
