import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChapter, addOwner } from '#test/support/people/chapter-records'
import { openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
let typeId: number
let levelId: number
let otherLevelId: number

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
  ["contains(Status, 'e')", (status) => status.includes('e')],
  ['Status ne null', () => true],
  ["Status gt 'D'", (status) => status > 'D'],
]

/** Lists the differences between the totals and the rows of the tenant's memberships. Empty if they agree. */
const disagreeing = async (): Promise<unknown[]> => {
  const { system } = steps.server.database
  const buckets = await system.$queryRaw<unknown[]>`
    SELECT * FROM (SELECT bucket, sum(n)::int AS n FROM record_count WHERE bucket LIKE 'membership:%' GROUP BY 1) kept
    FULL JOIN (SELECT 'membership:' || m.status AS bucket, count(*)::int AS n FROM membership m
      JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id WHERE c.deleted_at IS NULL GROUP BY 1) counted
    USING (bucket) WHERE coalesce(kept.n, 0) <> coalesce(counted.n, 0)`
  const rows = await system.$queryRaw<unknown[]>`
    SELECT m.id, m.is_listed, m.holder_sort_name, m.holder_type_id FROM membership m
    JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
    WHERE (m.is_listed, m.holder_sort_name, m.holder_type_id) <> (c.deleted_at IS NULL, c.sort_name, c.system_type_id)`
  return [...buckets, ...rows]
}

const joined: { id: number; contactId: number }[] = []
const joinedAt = (at: number) => joined[at % Math.max(joined.length, 1)] ?? { id: 0, contactId: 0 }

const version = async (contactId: number): Promise<number> =>
  (
    await steps.server.database.system.contact.findFirstOrThrow({
      where: { tenantId: steps.caller.tenant.id, id: contactId },
    })
  ).auditId

const merge = async (WinnerContactId: number, LoserContactId: number) => {
  if (WinnerContactId === LoserContactId) return undefined
  const WinnerAuditId = await version(WinnerContactId)
  const LoserAuditId = await version(LoserContactId)
  return steps.caller.post('/api/contacts/merge', { WinnerContactId, WinnerAuditId, LoserContactId, LoserAuditId })
}

const rename = async (contactId: number, LastName: string) => {
  const body = { FirstName: 'Ada', LastName, AuditId: await version(contactId), forceSave: true }
  return steps.caller.post(`/api/contacts/person/${contactId}`, body)
}

const remove = async (contactId: number) =>
  steps.caller.delete(`/api/contacts/${contactId}/${await version(contactId)}`)

/** The steps of a history. Each changes one of the memberships, if the rules allow it. */
const ACTIONS = {
  join: async () => {
    const { MembershipId, ContactId } = await steps.join(await steps.person(), typeId, levelId)
    joined.push({ id: MembershipId, contactId: ContactId })
    return { statusCode: 200 }
  },
  pay: (at: number) => steps.step(joinedAt(at).id, 'pay', { PaymentTypeId: 1 }),
  suspend: (at: number) => steps.step(joinedAt(at).id, 'suspend'),
  drop: (at: number) => steps.step(joinedAt(at).id, 'drop'),
  cancel: (at: number) => steps.step(joinedAt(at).id, 'cancel'),
  reinstate: (at: number) => steps.step(joinedAt(at).id, 'reinstate'),
  changeLevel: (at: number) => steps.step(joinedAt(at).id, 'changelevel', { LevelId: at % 2 ? levelId : otherLevelId }),
  rename: (at: number) => rename(joinedAt(at).contactId, `Renamed${at}`),
  deleteContact: async (at: number) => {
    await steps.step(joinedAt(at).id, 'cancel')
    return remove(joinedAt(at).contactId)
  },
  restoreContact: async (at: number) => {
    const { contactId } = joinedAt(at)
    return steps.caller.post(`/api/contacts/${contactId}/restore/${await version(contactId)}`)
  },
  merge: (at: number) => merge(joinedAt(at + 1).contactId, joinedAt(at).contactId),
} satisfies Record<string, (at: number) => Promise<{ statusCode: number } | undefined>>

type Action = keyof typeof ACTIONS

/** Defines the tests of stored totals, with this number of random histories. */
export const testTotals = (histories: number): void => {
  beforeAll(async () => {
    steps = await openMemberships()
    typeId = await steps.type()
    levelId = await steps.level(typeId)
    otherLevelId = await steps.level(typeId)
  })
  afterAll(() => steps.server.close())

  test(
    'the stored totals equal the rows after any change of memberships and contacts',
    async () => {
      const done = new Set<Action>()
      const act = async (what: Action, at: number) => {
        if ((await ACTIONS[what](at))?.statusCode === 200) done.add(what)
      }
      const action = fc.tuple(fc.constantFrom(...(Object.keys(ACTIONS) as Action[])), fc.nat(50))
      // These states are rare in random histories.
      const whole = (
        ['pay', 'changeLevel', 'suspend', 'drop', 'reinstate', 'cancel', 'rename', 'join', 'merge'] as const
      ).map((what): [Action, number] => [what, 0])
      const gone = (['deleteContact', 'restoreContact'] as const).map((what): [Action, number] => [what, 0])
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 20 }), async (actions) => {
          // Each history has its own members, because contacts that another history merged cannot change any more.
          joined.length = 0
          await act('join', 0)
          for (const [what, at] of actions) await act(what, at)
          expect(await disagreeing()).toEqual([])
          const all = (await list("startswith(Status, '')")).statuses
          for (const [filter, isMeant] of FILTERS) {
            const { total, statuses } = await list(filter)
            expect([filter, total, statuses.length]).toEqual([filter, all.filter(isMeant).length, total])
          }
        }),
        { numRuns: histories, examples: [[whole], [gone]] },
      )
      expect([...done].sort()).toEqual(Object.keys(ACTIONS).sort())
    },
    120_000 + histories * 5000,
  )

  test('counts 20 contacts correctly that join while they are renamed and deleted', async () => {
    const people: number[] = []
    for (let at = 0; at < 20; at++) people.push(await steps.person())
    const body = { MembershipTypeId: typeId, LevelId: levelId }
    const answers = await Promise.all(
      people.flatMap((ContactId, at) => [
        steps.caller.post('/api/memberships/0', { ContactId, ...body }),
        at % 2 ? rename(ContactId, `Hasty${at}`) : remove(ContactId),
      ]),
    )
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([])
    expect(await disagreeing()).toEqual([])
  })

  test('counts 20 simultaneous memberships', async () => {
    const before = (await list('')).total
    const people: number[] = []
    for (let at = 0; at < 20; at++) people.push(await steps.person())
    await Promise.all(people.map((contactId) => steps.join(contactId, typeId, levelId)))
    expect((await list('')).total).toBe(before + 20)
    expect(await disagreeing()).toEqual([])
  })

  test('does not list a membership of a deleted contact', async () => {
    const contactId = await steps.person()
    expect((await remove(contactId)).statusCode).toBe(200)
    const before = (await list('')).total
    const { id: tenantId } = steps.caller.tenant
    const data = { tenantId, contactId, typeId, levelId, joinedOn: new Date('2020-01-01'), status: 'Dropped' }
    await steps.server.database.system.membership.create({ data })
    expect((await list('')).total).toBe(before)
    expect(await disagreeing()).toEqual([])
  })

  test('returns totals of its own members to a caller limited to a chapter', async () => {
    const people = [await steps.person(), await steps.person(), await steps.person()]
    const joined = await Promise.all(people.map((contactId) => steps.join(contactId, typeId, levelId)))
    await steps.take(joined[0]?.MembershipId ?? 0, 'pay', { PaymentTypeId: 1 })
    const chapter = await addChapter(steps.server, steps.caller.tenant.id, 'North', people.slice(0, 2))
    // The lifetime of tokens begins now, not on the day of the test.
    steps.setTime(new Date())
    const owner = await addOwner(steps.server, steps.caller, [{ id: chapter.id, canEdit: true }])
    const totalOf = async (filter: string) => {
      const answer = await owner.get(`/api/memberships?${new URLSearchParams(filter ? { $filter: filter } : {})}`)
      return [answer.json().TotalRecordAvailable, answer.json().Results.length]
    }
    expect(await totalOf('')).toEqual(['2', 2])
    expect(await totalOf("Status eq 'Active'")).toEqual(['1', 1])
    expect(await totalOf("Status in ('Pending', 'Active')")).toEqual(['2', 2])
  })
}
