import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMemberships, type Steps } from './memberships-api.ts'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships()
})
afterAll(() => steps.server.close())

interface Listed {
  total: number
  statuses: string[]
}

const list = async (filter: string): Promise<Listed> => {
  const query = new URLSearchParams({ $top: '1000', ...(filter && { $filter: filter }) })
  const answer = await steps.caller.get(`/api/memberships?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { TotalRecordAvailable, Results } = answer.json()
  return { total: Number(TotalRecordAvailable), statuses: Results.map(({ Status }: { Status: string }) => Status) }
}

const FILTERS: [string, (status: string) => boolean][] = [
  ['', () => true],
  ["Status eq 'Active'", (status) => status === 'Active'],
  ["Status ne 'Active'", (status) => status !== 'Active'],
  ["status in ('Pending', 'Cancelled')", (status) => ['Pending', 'Cancelled'].includes(status)],
  ["not (Status eq 'Suspended' or Status eq 'Cancelled')", (status) => !['Suspended', 'Cancelled'].includes(status)],
  ["startswith(Status, 'S')", (status) => status.startsWith('S')],
  ["Status eq 'active'", (status) => status === 'active'],
  ['Status ne null', () => true],
  ["Status gt 'D'", (status) => status > 'D'],
]

const ACTIONS = ['join', 'pay', 'suspend', 'cancel', 'deleteContact', 'restoreContact', 'merge'] as const

test('the kept totals are those of the rows, whatever was done to memberships and to who holds them', async () => {
  const typeId = await steps.type()
  const levelId = await steps.level(typeId)
  let merged = 0
  const held: { id: number; contactId: number }[] = []
  const version = async (contactId: number) =>
    (await steps.server.database.system.contact.findFirstOrThrow({ where: { id: contactId } })).auditId
  const merge = async (WinnerContactId: number, LoserContactId: number) => {
    if (WinnerContactId === LoserContactId) return
    const [WinnerAuditId, LoserAuditId] = [await version(WinnerContactId), await version(LoserContactId)]
    const pair = { WinnerContactId, WinnerAuditId, LoserContactId, LoserAuditId }
    const { statusCode } = await steps.caller.post('/api/contacts/merge', pair)
    if (statusCode === 200) merged++
  }
  const act = async (what: (typeof ACTIONS)[number], at: number): Promise<unknown> => {
    const { id = 0, contactId = 0 } = held[at % Math.max(held.length, 1)] ?? {}
    switch (what) {
      case 'join': {
        const joined = await steps.join(await steps.person(), typeId, levelId)
        return held.push({ id: joined.MembershipId, contactId: joined.ContactId })
      }
      case 'pay':
        return steps.step(id, 'pay', { PaymentTypeId: 1 })
      case 'deleteContact':
        await steps.step(id, 'cancel')
        return steps.caller.delete(`/api/contacts/${contactId}/${await version(contactId)}`)
      case 'restoreContact':
        return steps.caller.post(`/api/contacts/${contactId}/restore`, { AuditId: await version(contactId) })
      case 'merge':
        return merge(held[(at + 1) % held.length]?.contactId ?? 0, contactId)
      default:
        return steps.step(id, what)
    }
  }
  const action = fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(50))
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 15 }), async (actions) => {
      await act('join', 0)
      for (const [what, at] of actions) await act(what, at)
      const all = (await list("startswith(Status, '')")).statuses
      for (const [filter, isMeant] of FILTERS) {
        const { total, statuses } = await list(filter)
        expect([filter, total, statuses.length]).toEqual([filter, all.filter(isMeant).length, total])
      }
    }),
    { numRuns: 12 },
  )
  expect(merged).toBeGreaterThan(0)
}, 120_000)
