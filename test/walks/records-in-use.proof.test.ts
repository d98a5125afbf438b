import { afterAll, describe, expect, test } from 'vitest'
import '#areas/index'
import { recordUses } from '#kernel/records/uses'
import { partsOf } from '#test/support/walks/all-walks'
import { tableOfEntity } from '#test/support/walks/tables'
import { usedParts } from '#test/support/walks/used-by-registrations'
import { usedRecords } from '#test/support/walks/used-records'
import { openWalk } from '#test/support/walks/world'

const walk = await openWalk()
const world = await walk.world()
afterAll(() => walk.close())

const { system } = walk.server.database
const CASES = usedRecords(world)
const PARTS = usedParts(world)

interface Row {
  CalendarId?: number | null
  Actions: string[]
}

const keyOf = ({ of, user }: { of: string; user: string }) => `${of} <- ${user}`

describe('a record that others use', () => {
  test('has a case here for each use that an area declares', () => {
    const keys = Object.keys({ ...CASES, ...PARTS }).map((key) => key.replace(/ by a .*$/, ''))
    expect([...new Set(keys)].sort(), 'add a case to `uses` in *.walks.ts of the area').toEqual(
      [...new Set(recordUses.entries().map(keyOf))].sort(),
    )
  })

  test.each(Object.entries(CASES))('cannot be deleted: %s', async (key, create) => {
    const refused = await world.caller.delete(await create())
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([409, 'in-use'])
    const [, user] = /<- (.*?)(?: by a .*)?$/.exec(key) ?? []
    expect(refused.json().users).toMatchObject([{ kind: user, id: expect.any(Number) }])
  })

  test.each(Object.entries(PARTS))('cannot be removed from its event: %s', async (key, create) => {
    const { url, body } = await create()
    const refused = await world.caller.post(url, body)
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([409, 'in-use'])
    const [, user] = key.split(' <- ')
    expect(refused.json().users).toMatchObject([{ kind: user, id: expect.any(Number) }])
  })

  test.each([
    ['group <- active workflow', '/api/groups/:id'],
    ['calendar <- chapter', '/api/calendars/items'],
    ['membershiptype <- membership', '/api/membershiptypes/:id'],
    ['membershiplevel <- membership', '/api/membershiptypes/:parent/levels/:id'],
    ['contact <- membership', '/api/contacts/PersonSummary/:id'],
    ['contact <- member of staff', '/api/contacts/PersonSummary/:id'],
    ['contact <- chapter', '/api/contacts?$filter=ContactId eq :id'],
    ['project <- task', '/api/projects/:id'],
    ['membershiptype <- custom field', '/api/membershiptypes/:id'],
    ['form <- custom field', '/api/forms/:id'],
    ['directorylistingtype <- listing', '/api/directories/:parent/listingtypes/:id'],
    ['contentlist <- custom field', '/api/contentlists/:id'],
    ['mail-template <- active workflow', '/api/mail/templates/:id'],
    ['site <- page', '/api/sponsorships/sites/:id'],
    ['sitepage <- display ad', '/api/sponsorships/sitepages/:id'],
    ['benefititem <- benefit package', '/api/benefits/items/:id'],
    ['benefititem <- contact', '/api/benefits/items/:id'],
    ['benefitpackage <- membership level', '/api/benefits/packages/:id'],
    ['membershiplevel <- payment plan', '/api/membershiptypes/:parent/levels/:id'],
    ['benefitpackage <- sponsorship type', '/api/benefits/packages/:id'],
    ['feeitem <- sponsorship type', '/api/finance/feeitems/:id'],
    ['contact <- sponsor', '/api/contacts/PersonSummary/:id'],
    ['contact <- registration', '/api/contacts/PersonSummary/:id'],
    ['event <- order', '/api/events/:id'],
    ['account <- fee item', '/api/finance/accounts/:id'],
    ['transactionclass <- child class', '/api/finance/classes/:id'],
    ['taxregion <- tax set', '/api/finance/taxregions/:id'],
    ['taxset <- fee item', '/api/finance/taxsets/:id'],
    ['shippingmethod <- order', '/api/store/shippingmethods/:id'],
    ['storeitem <- voucher', '/api/store/storeitems?$filter=StoreItemId eq :id'],
  ])('is not offered for deletion: %s', async (key, path) => {
    const url = (await CASES[key]?.()) ?? ''
    const ids = url.match(/\d+/g) ?? []
    const [id = '', parent = ''] = path.includes(':parent') ? [ids[1], ids[0]] : [ids[0]]
    const read = (await world.caller.get(path.replace(':id', id).replace(':parent', parent))).json()
    const rows: Row[] = read.Results ?? (Array.isArray(read) ? read : [read])
    const shown = rows.find((row) => row.CalendarId == null || String(row.CalendarId) === id)
    expect(shown?.Actions).toContain('edit')
    expect(shown?.Actions).not.toContain('delete')
  })

  test('is named to callers only with the scope of what uses it', async () => {
    const url = await CASES['group <- active workflow']?.()
    const limited = await walk.server.caller(world.caller.tenant, ['groups:write', 'groups:read'])
    const refused = (await limited.delete(url ?? '')).json()
    expect(refused).toMatchObject({ code: 'in-use', users: [] })
    expect(refused.detail).toContain('The group is in use by one active workflow.')
  })
})

test('every reference that would block a deletion in the database is a declared use', async () => {
  const references = await system.$queryRaw<{ from: string; to: string }[]>`
    SELECT DISTINCT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
    WHERE contype = 'f' AND confdeltype IN ('a', 'r') AND connamespace = 'public'::regnamespace ORDER BY 1, 2`
  const isDeclared = ({ from, to }: { from: string; to: string }) =>
    recordUses
      .entries()
      .some(({ of, rows }) => tableOfEntity(of) === to && new RegExp(`\\b${from}\\b`).test(rows(1, new Date()).sql))
  const undeclared = references.filter((reference) => !isDeclared(reference)).map(({ from, to }) => `${from} -> ${to}`)
  expect(references.length).toBeGreaterThan(40)
  expect(
    undeclared.toSorted(),
    'declare a use in the area, or give the reason in `noUses` in *.walks.ts of the area',
  ).toEqual(Object.keys(partsOf('noUses')).toSorted())
})
