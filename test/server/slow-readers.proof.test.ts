import { expect, test } from 'vitest'
import { residentMemory } from '../support/processes/resident-memory.ts'
import { openSocket, type RawConnection } from '../support/server/socket.ts'
import { get, useShutdownBench } from './shutdown-bench.ts'

const READERS = 40
const CONTACTS = 1000
/** The share of the memory that the readers took that may stay: the allocator keeps parts of it for the next burst. */
const MAX_REST = 0.25
/** As in the Dockerfile. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '1000000' }
const { start, makeTenant, query } = useShutdownBench()

test(`the memory of ${READERS} responses returns after clients that do not read them have left`, async () => {
  const tenant = await makeTenant()
  // A response of 8 MB does not fit into the buffers of a connection.
  await query(`insert into contact (tenant_id, system_type_id, display_name, sort_name, last_name, search)
    select (select max(id) from tenant), 1, 'Crowd ' || n || repeat('x', 7600), 'crowd ' || n, 'Crowd',
      array_to_tsvector(array['crowd']) from generate_series(1, ${CONTACTS}) n`)
  const child = await start({ ...ALLOCATOR, RATE_LIMIT_PER_CREDENTIAL: '100000', RATE_LIMIT_PER_TENANT: '100000' })
  const used = () => residentMemory(child.process)
  const request = get(`/api/contacts?$top=${CONTACTS}`, `authorization: ApiKey ${tenant.key}\r\n`)
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
    let peak = 0
    const grew = () => {
      const last = peak
      peak = Math.max(peak, used())
      return peak - last
    }
    await expect.poll(grew, { timeout: 60_000, interval: 1000 }).toBe(0)
    figures.push(peak)
    for (const reader of readers) reader.close()
    const bound = before + (peak - before) * MAX_REST
    await expect.poll(used, { timeout: 40_000, interval: 500, message: `peak ${peak}` }).toBeLessThan(bound)
    figures.push(used())
  }
  console.log(`memory, MB: ${figures.join(', ')}`)
}, 300_000)
