import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { buildTestApp } from '#test/support/build-app'
import { openSocket } from '#test/support/server/socket'

test('a server closes without waiting for a connection that has sent nothing', async () => {
  const server = await buildTestApp({ own: true })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const connection = await openSocket((server.app.server.address() as AddressInfo).port)
  await server.close()
  expect((await connection.ended).text).toBe('')
})
