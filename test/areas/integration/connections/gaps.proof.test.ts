import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import {
  type Connected,
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
} from '#test/support/integration/connections'
import { addField } from '#test/support/people/custom-fields'

let bench: ExchangeBench
beforeAll(async () => {
  bench = await openExchangeBench({ own: true })
})
afterAll(() => bench.close())

/** The number of the level Warning: see LOG_LEVELS. */
const WARNING = 4

const warningsOf = async ({ tenant }: TestCaller): Promise<string[]> => {
  const where = { tenantId: tenant.id, level: WARNING, logType: 'Exchange' }
  const rows = await bench.server.database.system.logEvent.findMany({ where, orderBy: { id: 'asc' } })
  return rows.map(({ message }) => message)
}

const saveType = async ({ target, targetTypeId }: Connected, IsActive: boolean) => {
  const url = `/api/membershiptypes/${targetTypeId}`
  const { AuditId } = await ok<{ AuditId: number }>(target.get(url))
  await ok(target.post(url, { AuditId, Name: 'State member', IsActive }))
  await bench.settle()
}

const statusOf = async ({ target }: Connected, lastName: string): Promise<string[]> => {
  const id = (await contactsOf(target)).get(`Ada ${lastName}`)
  const { Results } = await ok<{ Results: { ContactId: number; Status: string }[] }>(target.get('/api/memberships'))
  return Results.filter(({ ContactId }) => ContactId === id).map(({ Status }) => Status)
}

const endAtSource = async ({ source }: Connected, contactId: number): Promise<void> => {
  const page = await ok<{ Results: { ContactId: number; MembershipId: number }[] }>(source.get('/api/memberships'))
  const id = page.Results.find((one) => one.ContactId === contactId)?.MembershipId
  await ok(source.post(`/api/memberships/${id}/cancel`))
  await bench.settle()
}

describe('a membership type of the target that is deactivated after it was mapped', () => {
  it('gets no new members, is reported once in both logs, and catches up when it is active again', async () => {
    const linked = await connect(bench, await makePair(bench))
    const member = await makeMember(linked.source, linked.sourceTypeId, { LastName: 'Earlier' })
    await bench.settle()
    await saveType(linked, false)
    await makeMember(linked.source, linked.sourceTypeId, { LastName: 'First' })
    await makeMember(linked.source, linked.sourceTypeId, { LastName: 'Second' })
    await bench.settle()
    const names = await contactsOf(linked.target)
    expect([names.has('Ada First'), names.has('Ada Second')]).toEqual([true, true])
    expect([await statusOf(linked, 'First'), await statusOf(linked, 'Second')]).toEqual([[], []])
    // Memberships that exist follow the source.
    await endAtSource(linked, member)
    expect(await statusOf(linked, 'Earlier')).toEqual(['Cancelled'])
    const text = (where: string) =>
      `The membership type "State member" is not active ${where}: contacts get no new memberships of it until it is active again.`
    expect(await warningsOf(linked.target)).toEqual([text('here')])
    expect(await warningsOf(linked.source)).toEqual([text(`in ${linked.target.tenant.name}`)])
    await saveType(linked, true)
    expect([await statusOf(linked, 'First'), await statusOf(linked, 'Second')]).toEqual([['Active'], ['Active']])
    expect(await bench.server.database.system.connectionGap.count()).toBe(0)
  })

  it('is reported again after it was deactivated again', async () => {
    const linked = await connect(bench, await makePair(bench))
    await saveType(linked, false)
    await makeMember(linked.source, linked.sourceTypeId, { LastName: 'One' })
    await bench.settle()
    await saveType(linked, true)
    await saveType(linked, false)
    await makeMember(linked.source, linked.sourceTypeId, { LastName: 'Two' })
    await bench.settle()
    expect(await warningsOf(linked.target)).toHaveLength(2)
    expect([await statusOf(linked, 'One'), await statusOf(linked, 'Two')]).toEqual([['Active'], []])
  })
})

describe('a membership level of the target that is deactivated after it was mapped', () => {
  it('gets no new members until it is active again', async () => {
    const pair = await makePair(bench)
    const linked = await connect(bench, pair)
    const levels = `/api/membershiptypes/${linked.targetTypeId}/levels`
    const level = { Name: 'Gold', Price: 0 }
    const { MembershipLevelId } = await ok<{ MembershipLevelId: number }>(pair.target.post(`${levels}/0`, level))
    const feed = { SourceMembershipTypeId: linked.sourceTypeId, TargetMembershipTypeId: linked.targetTypeId }
    await ok(
      pair.target.post(`/api/connection/${linked.connectionId}`, {
        MembershipFeeds: [{ ...feed, TargetMembershipLevelId: MembershipLevelId }],
      }),
    )
    await bench.settle()
    const save = async (IsActive: boolean) => {
      const rows = await ok<{ MembershipLevelId: number; AuditId: number }[]>(pair.target.get(levels))
      const AuditId = rows.find((one) => one.MembershipLevelId === MembershipLevelId)?.AuditId
      await ok(pair.target.post(`${levels}/${MembershipLevelId}`, { ...level, AuditId, IsActive }))
      await bench.settle()
    }
    await save(false)
    await makeMember(pair.source, linked.sourceTypeId, { LastName: 'Golden' })
    await bench.settle()
    expect(await statusOf(linked, 'Golden')).toEqual([])
    expect(await warningsOf(pair.target)).toEqual([
      'The membership level "Gold" is not active here: memberships do not get it until it is active again.',
    ])
    await save(true)
    expect(await statusOf(linked, 'Golden')).toEqual(['Active'])
  })
})

describe('a choice that the target does not have', () => {
  const connectChoices = async (theirChoices: string[], ourChoices: string[]) => {
    const { database } = bench.server
    const pair = await makePair(bench)
    const add = (tenantId: number, choices: string[]) =>
      addField(database, tenantId, { name: 'region', dataTypeId: 13, choices })
    const theirs = await add(pair.source.tenant.id, theirChoices)
    const ours = await add(pair.target.tenant.id, ourChoices)
    const linked = await connect(bench, pair, {
      IsIndividualCustomFields: true,
      IndividualCustomFields: [{ Id: theirs.id, IsSelected: true }],
    })
    const makeWith = (LastName: string, at: number) =>
      makeMember(pair.source, linked.sourceTypeId, {
        LastName,
        CustomFields: [{ CustomFieldId: theirs.id, Value: String(theirs.choiceIds[at]) }],
      })
    return { linked, ours, makeWith }
  }

  it('is written once to both logs for each field and value, and arrives when the target has the choice', async () => {
    const { linked, ours, makeWith } = await connectChoices(['North', 'West'], ['North'])
    await makeWith('Westerly', 1)
    await makeWith('Western', 1)
    await makeWith('Northern', 0)
    await bench.settle()
    const text = (where: string) =>
      `The custom field "The region" has no active choice "West" ${where}: contacts do not get this value.`
    expect(await warningsOf(linked.target)).toEqual([text('here')])
    expect(await warningsOf(linked.source)).toEqual([text(`in ${linked.target.tenant.name}`)])
    const field = await ok<{ SelectListItems: object[] }>(linked.target.get(`/api/customfields/${ours.id}`))
    const SelectListItems = [...field.SelectListItems, { Name: 'West', Order: 2, IsActive: true }]
    await ok(linked.target.post(`/api/customfields/${ours.id}`, { ...field, SelectListItems, SelectListData: null }))
    await bench.settle()
    const stored = await bench.server.database.system.customFieldValue.findMany({
      where: { tenantId: linked.target.tenant.id, fieldId: ours.id },
    })
    expect(stored).toHaveLength(3)
  })

  it('is one of at most 200 that are listed', async () => {
    const { linked, ours, makeWith } = await connectChoices(['North', 'West', 'East', 'South'], ['Central'])
    const known = { tenantId: linked.target.tenant.id, connectionId: linked.connectionId, kind: 'choice' }
    await bench.server.database.system.connectionGap.createMany({
      data: Array.from({ length: 199 }, (_, at) => ({
        ...known,
        targetId: ours.id,
        value: `Region ${at}`,
        isReported: true,
      })),
    })
    for (const at of [0, 1, 2, 3]) await makeWith(`Of${at}`, at)
    await bench.settle()
    const { name } = linked.target.tenant
    expect(await warningsOf(linked.source)).toEqual([
      `The custom field "The region" has no active choice "North" in ${name}: contacts do not get this value.`,
      `More types or values of the source have no counterpart in ${name}: only 200 are listed.`,
    ])
  })
})
