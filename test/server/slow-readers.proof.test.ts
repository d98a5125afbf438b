import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openSocket, type RawConnection } from '../support/socket.ts'
import { get, useShutdownBench } from './shutdown-bench.ts'

const READERS = 40
const CONTACTS = 1000
/** The memory above that before the readers came that may stay, MB. */
const MAX_REST = 60
const { start, makeTenant, query } = useShutdownBench()

/** The resident memory of a process, MB. */
const memory = (pid: number | undefined): number =>
  Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

test(`the memory of ${READERS} responses returns after clients that do not read them have left`, async () => {
  const tenant = await makeTenant()
  // A response of 8 MB does not fit into the buffers of a connection.
  await query(`insert into contact (tenant_id, system_type_id, display_name, sort_name, last_name, search)
    select (select max(id) from tenant), 1, 'Crowd ' || n || repeat('x', 7600), 'crowd ' || n, 'Crowd',
      array_to_tsvector(array['crowd']) from generate_series(1, ${CONTACTS}) n`)
  const child = await start({ RATE_LIMIT_PER_CREDENTIAL: '100000', RATE_LIMIT_PER_TENANT: '100000' })
  const used = () => memory(child.process.pid)
  const request = get(`/api/contacts?take=${CONTACTS}`, `authorization: ApiKey ${tenant.key}\r\n`)
  const served = async () => child.lines.filter(({ msg }) => msg === 'request completed').length
  const warm = await openSocket(child.port)
  warm.send(request)
  const text = await warm.until((received) => received.length > CONTACTS * 7600)
  expect(text.startsWith('HTTP/1.1 200')).toBe(true)
  warm.close()
  const before = used()
  const figures = [before]
  for (const round of [1, 2]) {
    const readers: RawConnection[] = []
    for (let n = 0; n < READERS; n++) {
      const reader = await openSocket(child.port, true)
      reader.send(request)
      readers.push(reader)
    }
    await expect.poll(used, { timeout: 60_000, interval: 250, message: `round ${round}` }).toBeGreaterThan(before + 120)
    figures.push(used())
    for (const reader of readers) reader.close()
    await expect.poll(used, { timeout: 40_000, interval: 500 }).toBeLessThan(before + MAX_REST)
    figures.push(used())
  }
  console.log(`memory, MB: ${figures.join(', ')}; ${await served()} responses`)
}, 300_000)
