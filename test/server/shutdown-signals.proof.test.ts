import { expect, test } from 'vitest'
import { openSocket, parseAnswer } from '../support/server/socket.ts'
import { ask, get, openKept, post, useShutdownBench } from './shutdown-bench.ts'

const { start, query, makeTenant, sendSlow } = useShutdownBench()

test('on SIGTERM readiness drops first, running requests get their response, and the process exits with 0', async () => {
  const tenant = await makeTenant()
  const { port, process, logged, ended } = await start({ SHUTDOWN_DELAY_MS: '1000' })
  expect((await ask(port, '/health/ready')).status).toBe(200)
  const kept = await openKept(port)
  const body = JSON.stringify({ FirstName: 'Ada', LastName: 'Lovelace' })
  const upload = await openSocket(port)
  upload.send(post(body.length, `authorization: ApiKey ${tenant.key}\r\n`) + body.slice(0, 5))
  const refused = await openSocket(port)
  refused.send(post(body.length) + body.slice(0, 5))
  await refused.until((text) => text.startsWith('HTTP/1.1 401'))
  const slow = await sendSlow(port)

  process.kill('SIGTERM')
  await logged('stopping')
  const readiness = await ask(port, '/health/ready')
  expect(readiness.status).toBe(503)
  expect(readiness.headers['retry-after']).toBe('5')
  expect(readiness.json()).toMatchObject({ code: 'unavailable' })
  const normal = await ask(port, '/health/live')
  expect(normal.status).toBe(200)

  // The next request on an open connection gets a response that closes the connection.
  kept.send(get('/health/live'))
  const both = (await kept.ended).text
  expect(parseAnswer(both.slice(both.lastIndexOf('HTTP/1.1'))).headers.connection).toBe('close')

  await expect.poll(() => isRefused(port)).toBe(true)
  upload.send(body.slice(5))
  await query('COMMIT')
  const slowAnswer = parseAnswer((await slow.ended).text)
  expect([slowAnswer.status, slowAnswer.headers.connection]).toEqual([200, 'close'])
  expect(slowAnswer.json()).toHaveProperty('openapi')
  expect(parseAnswer((await upload.ended).text).status).toBe(200)
  expect(await tenant.countContacts()).toBe(1)
  refused.send(body.slice(5))
  expect(await ended).toBe(0)
})

/** Whether the port refuses connections. */
const isRefused = async (port: number): Promise<boolean> => {
  try {
    const socket = await openSocket(port)
    socket.close()
    return false
  } catch {
    return true
  }
}

test('does not wait for a connection without a request', async () => {
  const { port, process, ended } = await start({ SHUTDOWN_GRACE_MS: '600000' })
  await openKept(port)
  process.kill('SIGTERM')
  expect(await ended).toBe(0)
})
