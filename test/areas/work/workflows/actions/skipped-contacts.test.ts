import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})
afterAll(() => bench.server.close())

const BOUNCED = 'Mail to the address is suppressed: bounced.'
const UNSUBSCRIBED = 'Mail to the address is suppressed: unsubscribed.'
const BAD = 'The address is not a valid mail address.'
const NONE = 'The contact has no email address.'

const suppress = (addressKey: string, category: string, reason: string) =>
  bench.server.database.system.mailSuppression.create({
    data: { tenantId: bench.tenantId, addressKey, category, reason },
  })

/** An organization without an address, whose primary contact is deleted at a time or exists. */
const organizationOf = async (deletedAt: Date | null): Promise<number> => {
  const primaryContactId = await bench.person({ deletedAt })
  return bench.person({ systemTypeId: 2, firstName: null, emailAddress: null, primaryContactId })
}

test('skips contacts that must not be written to, with the reason in the dry run and the history, and counts no email', async () => {
  const group = await bench.group()
  const id = await bench.workflow([group])
  await bench.step(id, 3, { EmailTemplateId: String(await bench.template({ Category: 'welcome' })) })
  await bench.step(id, 3, { EmailTemplateId: String(await bench.template()) })
  const people = [
    { id: await bench.person(), says: [null, null] },
    { id: await bench.person({ emailAddress: 'Bounced@X.example' }), says: [BOUNCED, BOUNCED] },
    { id: await bench.person({ emailAddress: 'left@x.example' }), says: [UNSUBSCRIBED, null] },
    { id: await bench.person({ emailAddress: 'nowhere' }), says: [BAD, BAD] },
    { id: await organizationOf(null), says: [null, null] },
    { id: await organizationOf(bench.now()), says: [NONE, NONE] },
  ]
  await suppress('bounced@x.example', '*', 'bounced')
  await suppress('left@x.example', 'welcome', 'unsubscribed')
  await bench.join(group, ...people.map((one) => one.id))
  await bench.switchOn(id)
  for (const { id: ContactId, says } of people) {
    const { Steps } = await bench.good(bench.caller.post(`/api/workflows/${id}/dryrun`, { ContactId }))
    expect((Steps as Json[]).map(({ Outcome }) => Outcome)).toEqual(says)
  }
  await bench.run(id)
  const runs = await bench.runs(id)
  for (const { id: contactId, says } of people) {
    const run = runs.find((one) => one.contactId === contactId)
    expect(run?.state).toBe('completed')
    expect(run?.stepRuns.map(({ outcome }) => outcome)).toEqual(says)
    expect(run?.stepRuns.map(({ state }) => state)).toEqual(says.map((why) => (why ? 'skipped' : 'done')))
  }
  expect((await bench.mails()).filter(({ status }) => status === 'queued')).toHaveLength(5)
  const board = await bench.caller.get(`/api/workflows/workflowmetrics/scoreboard?workflowid=${id}`)
  expect(board.json().find(({ Name }: Json) => Name === 'Emails sent').Value).toBe('5')
})

test.each([
  ['{{ contact.first_name', 'line 1, column 1'],
  ['Hello {{ contact.name | shout }}', 'line 1, column 7'],
  [' \t ', 'renders to an empty text'],
])('returns 422 for the invalid subject %j', async (Subject, message) => {
  const id = await bench.workflow([await bench.group()])
  const EmailTemplateId = String(await bench.template())
  const body = { SystemStepTypeId: '3', EmailTemplateId, SendEmailStepOptions: { Subject } }
  const { errors } = await bench.refused(
    bench.caller.post(`/api/workflows/workflowstep/${id}/0`, body),
    422,
    'workflow-rule',
  )
  expect(errors).toMatchObject([
    { pointer: '/SendEmailStepOptions/Subject', message: expect.stringContaining(message) },
  ])
})

test('removes a contact from the source if it has opted out of the target group, with the reason in its history', async () => {
  const source = await bench.group()
  const target = await bench.group()
  const ada = await bench.person()
  const jo = await bench.person()
  await bench.join(source, ada, jo)
  const place = { tenantId: bench.tenantId, groupId: target, contactId: jo, changedAt: bench.now() }
  await bench.server.database.system.groupMember.create({ data: { ...place, state: 'optedout' } })
  const id = await bench.workflow([source])
  await bench.step(id, 7, { MoveToListOptions: { ToGroupIds: [target] } })
  await bench.switchOn(id)
  await bench.run(id)
  const of = await bench.runs(id)
  const reason = 'The contact is in the target groups already, or has opted out of them.'
  expect(of.map(({ stepRuns }) => stepRuns.map(({ outcome }) => outcome))).toEqual([[null], [reason]])
  const states = await bench.server.database.system.groupMember.findMany({
    where: { tenantId: bench.caller.tenant.id, contactId: jo },
    orderBy: { groupId: 'asc' },
  })
  expect(states.map(({ state }) => state)).toEqual(['removed', 'optedout'])
})

test('skips a tag for a contact with the maximum number of tags, with the reason in its history', async () => {
  const group = await bench.group()
  const roomy = await bench.person()
  const full = await bench.person()
  const has = await bench.person()
  const { system } = bench.server.database
  const { tenantId } = bench
  const names = ['Met', 'Other', ...Array.from({ length: 99 }, (_, n) => `Kept ${n}`)]
  const data = names.map((name) => ({ tenantId, name, nameKey: name.toLowerCase() }))
  const tags = await system.tag.createManyAndReturn({ data })
  const allBut = (lacking: string, contactId: number) =>
    tags.filter(({ name }) => name !== lacking).map(({ id: tagId }) => ({ tenantId, contactId, tagId }))
  await system.contactTag.createMany({ data: [...allBut('Met', full), ...allBut('Other', has)] })
  await bench.join(group, roomy, full, has)
  const id = await bench.workflow([group])
  await bench.step(id, 8, { AddTagOptions: { Tags: ['Met'] } })
  await bench.switchOn(id)
  await bench.run(id)
  const reason = 'The contact has the maximum number of tags.'
  const runs = await bench.runs(id)
  const outcomes = [roomy, full, has].map(
    (one) => runs.find(({ contactId }) => contactId === one)?.stepRuns[0]?.outcome,
  )
  expect(outcomes).toEqual([null, reason, null])
  expect(await system.contactTag.count({ where: { tenantId: bench.caller.tenant.id, contactId: full } })).toBe(100)
})
