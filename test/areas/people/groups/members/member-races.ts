import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { type DetailsBench, openDetails } from '#test/support/people/contact-parts'
import { withAdmin } from '#test/support/server/test-server'

const GROUPS = 3
const WRITERS = 10

export interface MemberRaces {
  people: number
  /** The requests of each writer. */
  rounds: number
}

/** Defines the test of changes of the same members at the same time. */
export const testMemberRaces = ({ people: size, rounds }: MemberRaces): void => {
  let server: TestApp
  let bench: DetailsBench
  let people: number[]
  let groups: number[]

  beforeAll(async () => {
    server = await buildTestApp({ own: true })
    // PostgreSQL looks for deadlocks early, so that each is found.
    await withAdmin(server.url, async (admin) => {
      const { rows } = await admin.query<{ name: string }>('SELECT current_database() AS name')
      await admin.query(`ALTER DATABASE ${rows[0]?.name} SET deadlock_timeout = '20ms'`)
    })
    bench = await openDetails({ url: server.url })
    people = []
    for (let n = 0; n < size; n++) people.push(await bench.person())
    groups = []
    for (let n = 0; n < GROUPS; n++) {
      const { body } = await bench.good('saveGroup', bench.mine.post('/api/groups/0', { Name: `Race ${n}` }))
      groups.push(body.GroupId as number)
    }
  })
  afterAll(() => server.close())

  const connections = () =>
    withAdmin(server.url, async (admin) => {
      const { rowCount } = await admin.query(`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'guildhall'`)
      return rowCount
    })
  const some = <T>(all: readonly T[], count: number): T[] =>
    [...all].sort(() => Math.random() - 0.5).slice(0, Math.ceil(Math.random() * count))
  const one = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T

  const change = async (): Promise<number> => {
    const url = `/api/groups/${one(groups)}/members`
    const ContactIds = some(people, size)
    const single = `/api/contacts/${one(people)}/groups/${one(groups)}`
    const ways = [
      () => bench.mine.post(url, { ContactIds }),
      () => bench.mine.post(url, { ContactIds, forceSave: true }),
      () => bench.mine.post(`${url}/remove`, { ContactIds }),
      () => bench.mine.post(single, { forceSave: true }),
      () => bench.mine.delete(single),
      () => bench.mine.delete(`${single}?isOptOut=true`),
      () => bench.mine.post(`/api/groups/${one(groups)}/copy`, { Name: randomUUID() }),
    ]
    return (await one(ways)()).statusCode
  }

  /** Two groups with the same members. */
  const pair = async (): Promise<number[]> => {
    const made = []
    for (const Name of [randomUUID(), randomUUID()]) {
      const { body } = await bench.good('saveGroup', bench.mine.post('/api/groups/0', { Name }))
      await bench.mine.post(`/api/groups/${body.GroupId}/members`, { ContactIds: people })
      made.push(body.GroupId as number)
    }
    return made
  }

  describe('POST /api/groups/{groupId}/merge (mergeGroup)', () => {
    test('two merges of the same groups in opposite directions: one succeeds, the other finds no group', async () => {
      for (let n = 0; n < rounds; n++) {
        const [a, b] = await pair()
        const merge = (from: number | undefined, IntoGroupId: number | undefined) =>
          bench.mine.post(`/api/groups/${from}/merge`, { AuditId: 1, IntoGroupId })
        const answers = await Promise.all([merge(a, b), merge(b, a)])
        expect(answers.map(({ statusCode }) => statusCode).sort()[0]).toBe(200)
        expect(answers.filter(({ statusCode }) => ![200, 404, 422].includes(statusCode))).toEqual([])
      }
    })
  })

  describe('changes of the same members at the same time', () => {
    test(
      `${WRITERS * rounds} requests cause no deadlock`,
      async () => {
        const write = async () => {
          const seen: number[] = []
          for (let n = 0; n < rounds; n++) seen.push(await change())
          return seen
        }
        const statuses = (await Promise.all(Array.from({ length: WRITERS }, write))).flat()
        expect(statuses.filter((status) => ![200, 404].includes(status))).toEqual([])
        // The connections report their deadlocks when they end.
        await bench.server.close()
        await expect.poll(connections).toBe(0)
        const deadlocks = await withAdmin(server.url, async (admin) => {
          const { rows } = await admin.query<{ n: number }>(
            `SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()`,
          )
          return rows[0]?.n
        })
        expect(deadlocks).toBe(0)
      },
      30_000 + rounds * 1000,
    )
  })
}
