import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobList } from '#areas/integration/logs/jobs/jobs.listing'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addJob } from '#test/support/jobs/tenant-jobs'
import { expectShape } from '#test/support/server/contract-shape'
import { expectFieldsAgree } from '#test/support/server/list-fields'

let server: TestApp
let mine: TestCaller
let theirs: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  theirs = await server.tenant()
})
afterAll(() => server.close())

interface Row {
  JobId: number
  State: string
  Reason: string | null
  Attempts: number
}

const list = async (filter?: string, caller = mine): Promise<Row[]> => {
  const response = await caller.get(
    `/api/logs/jobs${filter === undefined ? '' : `?$filter=${encodeURIComponent(filter)}`}`,
  )
  expect(response.statusCode, response.body).toBe(200)
  expectShape('listJobs', response.json())
  return response.json().Results
}

const failed = { attempts: 5, error: 'connect ECONNREFUSED 10.1.2.3:25 for ada@x.example' }

describe('GET /api/logs/jobs (listJobs)', () => {
  test('lists the jobs of the tenant by state, with the kind of their failure and nothing else of it', async () => {
    const caller = await server.tenant()
    const waiting = await addJob(server, caller, 'waiting')
    const retrying = await addJob(server, caller, 'retrying', { attempts: 2, error: 'statement timeout' })
    const gone = await addJob(server, caller, 'failed', failed)
    const other = await addJob(server, caller, 'other', { attempts: 5, error: 'SELECT secret FROM contact' })
    await addJob(server, theirs, 'theirs', failed)
    expect(await list(undefined, caller)).toMatchObject([
      { JobId: other, State: 'failed', Reason: expect.stringContaining('log of the server') },
      { JobId: gone, State: 'failed', Reason: 'Another server could not be reached.', Attempts: 5, MaxAttempts: 5 },
      { JobId: retrying, State: 'retrying', Reason: 'The work took too long.', Name: 'test job' },
      { JobId: waiting, State: 'waiting', Reason: null, Attempts: 0 },
    ])
    const ids = async (filter: string) => (await list(filter, caller)).map(({ JobId }) => JobId)
    expect(await ids("State eq 'failed'")).toEqual([other, gone])
    expect(await ids("State in ('failed','retrying')")).toEqual([other, gone, retrying])
    expect(await ids("State eq 'waiting'")).toEqual([waiting])
    expect(await ids("not (State eq 'failed')")).toEqual([retrying, waiting])
    const body = (await caller.get('/api/logs/jobs')).body
    for (const secret of ['10.1.2.3', 'ada@x.example', 'SELECT']) expect(body).not.toContain(secret)
    await expectFieldsAgree(caller, '/api/logs/jobs', jobList.listing, 'JobId ge 1', [
      'Task',
      'Name',
      'MaxAttempts',
      'RunDate',
      'CreatedDate',
      'ChangedDate',
      'RecordKind',
      'RecordId',
    ])
  })

  test('names the record that a job works on, by which it is also found', async () => {
    const caller = await server.tenant()
    const mail = await addJob(server, caller, 'mail', failed, { messageId: 71 })
    const file = await addJob(server, caller, 'import', undefined, { importId: 8 })
    await addJob(server, caller, 'none')
    expect(await list(undefined, caller)).toMatchObject([
      { RecordKind: null, RecordId: null },
      { JobId: file, RecordKind: 'import', RecordId: 8 },
      { JobId: mail, RecordKind: 'mail-message', RecordId: 71 },
    ])
    expect(await list("RecordKind eq 'mail-message' and RecordId eq 71", caller)).toMatchObject([{ JobId: mail }])
  })

  test('finds failed jobs by their index', async () => {
    const plan = await server.database.system.$queryRaw<{ 'QUERY PLAN': string }[]>`
      EXPLAIN SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'tenantId' = '7' AND last_error IS NOT NULL`
    expect(plan.length).toBeGreaterThan(0)
    const indexes = await server.database.system.$queryRaw<{ name: string }[]>`
      SELECT indexname AS name FROM pg_indexes
      WHERE schemaname = 'graphile_worker' AND indexdef LIKE '%tenantId%' ORDER BY 1`
    expect(indexes).toEqual([{ name: 'guildhall_failed_jobs' }, { name: 'guildhall_jobs_of_tenant' }])
  })
})

describe('POST /api/logs/jobs/{jobid}/retry (retryJob)', () => {
  test('makes a failed job due now with its attempts counted from 0, and writes who did it', async () => {
    const id = await addJob(server, mine, 'retried', failed)
    const response = await mine.post(`/api/logs/jobs/${id}/retry`)
    expect([response.statusCode, response.json()]).toEqual([200, {}])
    const [row] = await list(`JobId eq ${id}`)
    expect(row).toMatchObject({ State: 'retrying', Attempts: 0 })
    const history = { LogType: 'Change', Filter: `EntityPrimaryType eq 'job' and EntityPrimaryKey eq '${id}'` }
    expect((await mine.post('/api/logs/tenantevent', history)).json().Results).toMatchObject([{ Tags: 'updated' }])
  })

  test('returns 404 for a job of another tenant, and 409 for one that has not failed', async () => {
    const id = await addJob(server, mine, 'foreign', failed)
    for (const wrong of [id, 1]) {
      const response = await theirs.post(`/api/logs/jobs/${wrong}/retry`)
      expect([response.statusCode, response.json().code]).toEqual([404, 'not-found'])
    }
    expect(await list(`JobId eq ${id}`)).toMatchObject([{ State: 'failed' }])
    const waiting = await addJob(server, mine, 'not failed')
    const refused = await mine.post(`/api/logs/jobs/${waiting}/retry`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'job-not-failed'])
  })
})
