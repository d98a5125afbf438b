import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceWorkflow } from '#areas/work/workflows/engine/engine.job'
import { systemScope } from '#kernel/outbox/deliver'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const START = '2026-03-02T10:00:00Z'
const LATER = '2026-03-03T10:00:00Z'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows(START)
})
afterAll(() => bench.server.close())

const PEOPLE = 40

/** An active workflow with a wait of a day and then a mail, in which people wait. */
const underWay = async (people = PEOPLE) => {
  bench.setTime(START)
  const group = await bench.group()
  const made = await Promise.all(Array.from({ length: people }, () => bench.person()))
  const contacts = made.sort((one, other) => one - other)
  await bench.join(group, ...contacts)
  const template = await bench.template()
  const id = await bench.workflow([group])
  const wait = await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'days' } })
  const mail = await bench.step(id, 3, { EmailTemplateId: String(template) })
  await bench.switchOn(id)
  await bench.run(id)
  return { id, group, contacts, template, wait, mail }
}

const mailed = async (contacts: readonly number[]) =>
  (await bench.mails()).flatMap(({ contactId }) => (contactId && contacts.includes(contactId) ? [contactId] : []))

const statesOf = async (id: number) => (await bench.runs(id)).map(({ state }) => state)

test('does a step once for each contact, and leaves none at it, if the step is deleted while a batch runs', async () => {
  const { id, contacts, mail } = await underWay()
  bench.setTime(LATER)
  await Promise.all([
    bench.run(id),
    bench.good(bench.caller.delete(`/api/workflows/deleteworkflowstep/${mail}/1`)),
    bench.run(id),
  ])
  await bench.run(id)
  expect(new Set(await statesOf(id))).toEqual(new Set(['completed']))
  const got = await mailed(contacts)
  expect([0, PEOPLE]).toContain(got.length)
  expect(new Set(got).size).toBe(got.length)
})

test('keeps each contact at its logged position when switched off during a run, and sends each mail once when switched on again', async () => {
  const { id, contacts } = await underWay()
  bench.setTime(LATER)
  await Promise.all([bench.run(id), bench.switchOn(id, false), bench.run(id)])
  const runs = await bench.runs(id)
  expect(await mailed(contacts)).toHaveLength(runs.filter(({ state }) => state === 'completed').length)
  await bench.switchOn(id)
  await bench.run(id)
  expect((await mailed(contacts)).sort()).toEqual([...contacts].sort())
})

test('continues once for two contacts that are merged during a run, and stops for a deleted contact', async () => {
  const { id, contacts } = await underWay(4)
  const [winner = 0, loser = 0, deleted = 0, other = 0] = contacts
  const versions = await bench.server.database.system.contact.findMany({
    where: { tenantId: bench.caller.tenant.id, id: { in: contacts } },
  })
  // A merge takes the address from these.
  await bench.server.database.system.contactEmail.createMany({
    data: versions.map(({ tenantId, id: contactId, emailAddress }) => {
      const address = emailAddress ?? ''
      return { tenantId, contactId, address, addressKey: address }
    }),
  })
  const versionOf = (contactId: number) => versions.find((one) => one.id === contactId)?.auditId
  await bench.good(
    bench.caller.post('/api/contacts/merge', {
      WinnerContactId: winner,
      WinnerAuditId: versionOf(winner),
      LoserContactId: loser,
      LoserAuditId: versionOf(loser),
    }),
  )
  await bench.good(bench.caller.delete(`/api/contacts/${deleted}/${versionOf(deleted)}`))
  bench.setTime(LATER)
  await bench.run(id)
  expect((await bench.runs(id)).map(({ contactId, state }) => [contactId, state])).toEqual([
    [winner, 'completed'],
    [deleted, 'optedout'],
    [other, 'completed'],
  ])
  expect((await mailed(contacts)).sort()).toEqual([winner, other].sort())
})

test('rejects the deletion and merge of a source of an active workflow; after the deletion for an inactive one its contacts leave early', async () => {
  const { id, group, contacts } = await underWay(3)
  const other = await bench.group()
  const merge = bench.caller.post(`/api/groups/${group}/merge`, { AuditId: 1, IntoGroupId: other })
  await bench.refused(merge, 409, 'in-use')
  await bench.refused(bench.caller.delete(`/api/groups/${group}`), 409, 'in-use')
  const { AuditId } = await bench.switchOn(id, false)
  await bench.good(bench.caller.delete(`/api/groups/${group}`))
  const sources = { WorkflowPosiSources: [{ GroupId: other }], IsActive: true }
  await bench.good(bench.caller.post(`/api/workflows/${id}/general`, { AuditId, ...sources }))
  bench.setTime(LATER)
  await bench.run(id)
  expect(await statesOf(id)).toEqual(['optedout', 'optedout', 'optedout'])
  expect(await mailed(contacts)).toEqual([])
})

test('neither activates a workflow nor adds a source while the group is being deleted', async () => {
  for (let at = 0; at < 6; at++) {
    const group = await bench.group()
    const other = await bench.group()
    const off = await bench.workflow([group])
    const on = await bench.workflow([other])
    for (const id of [off, on]) await bench.step(id, 1, { WaitOptions: { Quantity: 1, Unit: 'days' } })
    const { AuditId } = await bench.switchOn(on)
    const [deleted, ...sourced] = await Promise.all([
      bench.caller.delete(`/api/groups/${group}`),
      bench.caller.post(`/api/workflows/${off}/staus/update`, { AuditId: 1, IsActive: true }),
      bench.caller.post(`/api/workflows/${on}/general`, { AuditId, WorkflowPosiSources: [{ GroupId: group }] }),
    ])
    const isUsed = sourced.some(({ statusCode }) => statusCode === 200)
    expect([deleted.statusCode, ...sourced.map(({ statusCode }) => statusCode)]).toEqual(
      isUsed ? [409, 200, 200] : [200, 422, 422],
    )
  }
})

test('pauses the workflow if a template is deleted, and continues when its step is switched off', async () => {
  const { id, template, mail } = await underWay(3)
  await bench.server.database.system.mailTemplate.deleteMany({ where: { id: template } })
  bench.setTime(LATER)
  await bench.run(id)
  expect(await bench.general(id)).toMatchObject({ IsActive: false, WidgetData: { PausedStepId: mail } })
  await bench.good(bench.caller.post(`/api/workflows/workflowstep/${id}/${mail}`, { AuditId: 1, IsActive: false }))
  expect(await bench.switchOn(id)).toMatchObject({ IsActive: true })
})

test('does the remaining steps once for a contact that waits at a step that is moved to the front', async () => {
  const { id, contacts, wait, mail } = await underWay(2)
  const tag = await bench.step(id, 8, { AddTagOptions: { Tags: ['Last'] } })
  bench.setTime(LATER)
  const first = await bench.step(
    id,
    1,
    { WaitOptions: { Quantity: 1, Unit: 'days' } },
    { PreviousStepId: String(mail) },
  )
  await bench.run(id)
  const Steps = [first, wait, mail, tag].map((WorkflowStepId) => ({ WorkflowStepId }))
  await bench.good(bench.caller.post(`/api/workflows/workflowsteps/${id}`, { Lanes: [{ LogicStepId: null, Steps }] }))
  bench.setTime('2026-03-04T10:00:00Z')
  await bench.run(id)
  expect(await statesOf(id)).toEqual(['completed', 'completed'])
  expect(await mailed(contacts)).toHaveLength(2)
  for (const { stepRuns } of await bench.runs(id))
    expect(stepRuns.map(({ stepId }) => stepId).sort()).toEqual([wait, mail, first, tag].sort())
})

/** Whether a transaction waits for a lock of another one. */
const isBlocked = async (other: pg.Client): Promise<boolean> => {
  const { rows } = await other.query(`SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE NOT l.granted AND a.datname = current_database()`)
  return rows.length > 0
}

test('waits for the deletion of a contact and sends it no mail', async () => {
  const { id, contacts } = await underWay(3)
  const [deleted = 0, ...others] = contacts
  bench.setTime(LATER)
  const [other, watch] = [1, 2].map(() => new pg.Client({ connectionString: bench.server.url }))
  if (!other || !watch) throw new Error('no connections')
  await Promise.all([other.connect(), watch.connect()])
  await other.query('BEGIN')
  await other.query('UPDATE contact SET deleted_at = now() WHERE id = $1', [deleted])
  let isDone = false
  const run = bench.run(id).finally(() => {
    isDone = true
  })
  while (!isDone && !(await isBlocked(watch)));
  await other.query('COMMIT')
  await run
  await Promise.all([other.end(), watch.end()])
  expect((await mailed(contacts)).sort()).toEqual([...others].sort())
  expect(await bench.runs(id)).toMatchObject([{ state: 'optedout' }, { state: 'completed' }, { state: 'completed' }])
})

test('applies a change of the sources at the next run if it occurs while a run applies them', async () => {
  const { id, group } = await underWay(1)
  await bench.join(group, await bench.person())
  const { database, app } = bench.server
  await database.system.workflow.updateMany({ where: { id }, data: { stirredAt: bench.now() } })
  const scope = await systemScope({ database, clock: { now: bench.now }, log: app.log }, bench.tenantId)
  const [other, watch] = [1, 2].map(() => new pg.Client({ connectionString: bench.server.url }))
  if (!other || !watch) throw new Error('no connections')
  await Promise.all([other.connect(), watch.connect()])
  await other.query('BEGIN')
  await other.query('UPDATE workflow SET stirred_at = $2 WHERE id = $1', [id, LATER])
  const run = advanceWorkflow(scope, id)
  while (!(await isBlocked(watch)));
  await other.query('COMMIT')
  await run
  await Promise.all([other.end(), watch.end()])
  const stirred = async () =>
    (await database.system.workflow.findFirstOrThrow({ where: { tenantId: bench.tenantId, id } })).stirredAt
  expect(await stirred()).toEqual(new Date(LATER))
  await advanceWorkflow(scope, id)
  expect(await stirred()).toBeNull()
})
