import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BenefitsBench, openBenefits } from '#test/support/commerce/benefits'
import { type ServerChild, startServerChild } from '#test/support/processes/server-child'
import { proofSize } from '#test/support/runner/proof-size'

const ROUNDS = proofSize({ reduced: 2, full: 100 })
const USERS = proofSize({ reduced: 25, full: 200 })

let bench: BenefitsBench
let servers: ServerChild[] = []

beforeAll(async () => {
  bench = await openBenefits(undefined, { own: true })
  const rates = { RATE_LIMIT_PER_CREDENTIAL: '1000000', RATE_LIMIT_PER_TENANT: '1000000' }
  servers = [await startServerChild(bench.server.url, rates), await startServerChild(bench.server.url, rates)]
}, 120_000)
afterAll(async () => {
  for (const { process } of servers) process.kill('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
  await bench.server.close()
})

test(`${USERS} users of one last piece in two server processes: one of them gets it in each round`, {
  timeout: 600_000,
}, async () => {
  const contact = await bench.person()
  const item = await bench.item()
  const body = JSON.stringify({ ContactId: contact, BenefitItemId: item, UsageQuantity: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    expect((await bench.adjust(contact, item, 1)).statusCode).toBe(200)
    const responses = await Promise.all(
      Array.from({ length: USERS }, (_, at) =>
        fetch(`http://127.0.0.1:${servers[at % 2]?.port}/api/benefitledger/manualusage`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `ApiKey ${bench.caller.key}` },
          body,
        }),
      ),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, 422]))
    expect(await bench.remaining(contact, item)).toBe(0)
  }
})
