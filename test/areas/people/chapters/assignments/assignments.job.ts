import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignPostalCodes } from '#areas/people/chapters/assignments/assignments.job'
import { assignByPostalCode } from '#areas/people/chapters/assignments/assignments.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { loadDemo } from '#src/demo/load-demo'
import type { TestCaller } from '#test/support/build-app'
import { failuresIn } from '#test/support/integration/failures'
import { bundled } from '#test/support/killed/bundle'
import { type ChaptersBench, openChapters } from '#test/support/people/chapters'

/** Maximum time between the start of a process, or a batch, and the kill, ms. */
const LONGEST_LIFE_MS = 200

let bench: ChaptersBench
let program: string
let child: ChildProcess | undefined

/** A tenant with the demonstration's contacts, which are the same in each, and chapters that share them. */
const tenantWithChapters = async (contacts: number): Promise<TestCaller> => {
  const caller = await bench.server.tenant()
  await loadDemo({ database: bench.server.database, tenant: caller.tenant, contacts, now: new Date('2026-11-21') })
  const own = { where: { tenantId: caller.tenant.id }, data: { takesPostalCodes: false } }
  await system().chapter.updateMany(own)
  const directory = String(await bench.directory(caller))
  for (const codes of ['["1*"]', '["20000-49999","7*"]', '["8*","90000-99999"]', '[]'])
    await bench.chapter({ PostalCodesJson: codes, DirectoryId: directory }, caller)
  return caller
}

const system = () => bench.server.database.system
const newRun = async (tenantId: number) => {
  const { id } = await system().chapterAssignment.create({ data: { tenantId, id: crypto.randomUUID() } })
  return { tenantId, assignmentId: id }
}
const context = () => ({ database: bench.server.database, clock: systemClock, log: bench.server.app.log })
const runOnce = (payload: object) => assignPostalCodes(context(), payload)
const asAdmin = async (sql: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: bench.server.url })
  await admin.connect()
  await admin.query(sql).finally(() => admin.end())
}
const runOf = async ({ tenantId, assignmentId }: { tenantId: number; assignmentId: string }) => {
  const { contactCount, assignedCount, removedCount, unchangedCount, unmatchedCount, status } =
    await system().chapterAssignment.findFirstOrThrow({ where: { tenantId, id: assignmentId } })
  return { contactCount, assignedCount, removedCount, unchangedCount, unmatchedCount, status }
}

/** The result of an assignment by the positions of contacts and chapters in their tenant, and the number of writes. */
const outcome = async (tenantId: number) => {
  const [row] = await system().$queryRaw<object[]>`
    with own as (select id, row_number() over (order by id) as position from contact where tenant_id = ${tenantId}),
      chapters as (select id, group_id, row_number() over (order by id) as position from chapter where tenant_id = ${tenantId})
    select (select md5(string_agg(concat_ws(':', o.position, h.position, k.is_primary, k.is_by_postal_code), '|'
        order by o.position, h.position)) from contact_chapter k join own o on o.id = k.contact_id
        join chapters h on h.id = k.chapter_id where k.tenant_id = ${tenantId}) as chapters,
      (select md5(string_agg(concat_ws(':', o.position, h.position, m.state, m.audit_id), '|' order by o.position, h.position))
        from contact_group_member m join own o on o.id = m.contact_id join chapters h on h.group_id = m.group_id
        where m.tenant_id = ${tenantId}) as groups,
      (select md5(string_agg(o.position::text, '|' order by o.position)) from directory_listing l
        join own o on o.id = l.contact_id where l.tenant_id = ${tenantId}) as listings,
      (select sum(audit_id)::int from contact where tenant_id = ${tenantId}) as versions,
      (select count(*)::int from audit_entry where tenant_id = ${tenantId} and entity = 'contact') as history,
      (select count(*)::int from outbox_event where tenant_id = ${tenantId} and kind = 'contact.chapterchanged') as events`
  return row
}

/** All rows of the tenant that an assignment can write, without its own row. */
const everything = async (tenantId: number) => {
  const tables = [
    'contact',
    'contact_chapter',
    'contact_group_member',
    'directory_listing',
    'audit_entry',
    'outbox_event',
  ]
  return Promise.all(
    tables.map((table) =>
      system().$queryRawUnsafe(
        `select count(*)::int as n, md5(string_agg(t::text, '|' order by id)) as hash from ${table} t where tenant_id = ${tenantId}`,
      ),
    ),
  )
}

/** Kills the process at a random time, or after the next batch; the last one is not killed. Returns whether it finished. */
const runAndKill = async (run: { tenantId: number; assignmentId: string }, kills: number | null): Promise<boolean> => {
  const { contactCount } = await runOf(run)
  const env = { ...process.env, DATABASE_URL: bench.server.url, ASSIGNMENT: JSON.stringify(run) }
  const started = fork(program, { env })
  child = started
  let ended = false
  const exit = new Promise<void>((resolve) => started.once('exit', () => resolve()))
  await new Promise<void>((resolve) => {
    started.on('message', (message) => {
      if (message === 'done') ended = true
      resolve()
    })
  })
  if (kills !== null) {
    const moment = kills % 2 === 0 ? Promise.resolve() : progressBeyond(run, contactCount)
    await Promise.race([exit, moment.then(() => setTimeout(Math.random() * LONGEST_LIFE_MS))])
    started.kill('SIGKILL')
  }
  await exit
  return ended
}

const progressBeyond = async (run: { tenantId: number; assignmentId: string }, count: number): Promise<void> => {
  for (;;) {
    const now = await runOf(run)
    if (now.contactCount > count || now.status !== 'running') return
    await setTimeout(5)
  }
}

/** Defines the tests of the job that assigns contacts to chapters. */
export const testAssignmentJob = ({ contacts, kills }: { contacts: number; kills: number }): void => {
  beforeAll(async () => {
    bench = await openChapters({ own: true })
    program = bundled('test/support/people/assignment-process.ts')
  }, 60_000)
  afterAll(async () => {
    child?.kill('SIGKILL')
    await bench.server.close()
  })

  test('a second run has the same result and writes nothing, also if the job is killed repeatedly', {
    timeout: 120_000,
  }, async () => {
    const whole = await tenantWithChapters(contacts)
    const killed = await tenantWithChapters(contacts)
    const first = await newRun(whole.tenant.id)
    await runOnce(first)
    const counts = await runOf(first)
    expect(counts).toMatchObject({ status: 'completed', unmatchedCount: 0, removedCount: 0 })
    // The demonstration has assigned some of them.
    expect(counts.assignedCount).toBeGreaterThan(contacts * 0.7)
    expect(counts.assignedCount + counts.unchangedCount).toBe(counts.contactCount)

    const before = await everything(whole.tenant.id)
    const second = await newRun(whole.tenant.id)
    await runOnce(second)
    expect(await everything(whole.tenant.id)).toEqual(before)
    expect(await runOf(second)).toEqual({ ...counts, assignedCount: 0, unchangedCount: counts.contactCount })

    const run = await newRun(killed.tenant.id)
    let ended = false
    const stops: number[] = []
    for (let attempt = 0; !ended; attempt++) {
      ended = await runAndKill(run, attempt < kills ? attempt : null)
      stops.push((await runOf(run)).contactCount)
    }
    // Some of the kills must be in the middle of a run.
    if (kills >= 4) expect(new Set(stops).size).toBeGreaterThan(2)
    expect(await runOf(run)).toEqual(counts)
    expect(await outcome(killed.tenant.id)).toEqual(await outcome(whole.tenant.id))
  })

  test('a response after the maximum wait contains the progress; another request joins the job', async () => {
    const caller = await bench.server.tenant()
    await bench.chapter({ PostalCodesJson: '[]' }, caller)
    const { ContactId } = (await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Byron' })).json()
    const scope = await systemScope(context(), caller.tenant.id)
    // No worker runs.
    const first = await assignByPostalCode(scope, 100)
    expect(first).toMatchObject({ status: 'running', contactCount: 0 })
    expect((await assignByPostalCode(scope, 100)).id).toBe(first.id)
    await bench.runJobs('assign_postal_codes')
    const path = `/api/chapters/contactchapter/assignzipcodes/${first.id}`
    expect((await caller.get(path)).json()).toMatchObject({ Status: 'completed', Percent: 100, AssignedCount: 1 })
    expect((await caller.get(`/api/chapters/contactchapter/${ContactId}`)).json().ContactHasPrimary).toBe(true)
  })

  test('a job that fails is marked as failed; completed batches are kept and a new job continues', async () => {
    const caller = await bench.server.tenant()
    await bench.chapter({ PostalCodesJson: '[]' }, caller)
    for (const LastName of ['Byron', 'Refused'])
      await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName, forceSave: true })
    await asAdmin(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert on contact_chapter for each row execute function refuse()`)
    const failing = await newRun(caller.tenant.id)
    await runOnce(failing)
    expect(await runOf(failing)).toMatchObject({ status: 'failed', contactCount: 0 })
    expect(await failuresIn(bench.server, caller.tenant.id)).toMatchObject([{ kind: 'assignmentFailed', level: 5 }])
    await asAdmin('drop function refuse() cascade')
    const next = await newRun(caller.tenant.id)
    await runOnce(next)
    expect(await runOf(next)).toMatchObject({ status: 'completed', assignedCount: 2 })
  })
}
