import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type InvitationsBench, openInvitations } from '#test/support/events/invitations'
import { bundled } from '#test/support/killed/bundle'
import { proofSize } from '#test/support/runner/proof-size'

const CONTACTS = proofSize({ reduced: 1500, full: 30_000 })
const KILLS = proofSize({ reduced: 3, full: 20 })
/** Longest time between the start of the work and the kill, ms. */
const LONGEST_LIFE_MS = 600

let bench: InvitationsBench
let program: string
let child: ChildProcess | undefined

beforeAll(async () => {
  bench = await openInvitations(() => new Date('2030-03-01T12:00:00Z'), { own: true })
  program = bundled('test/support/events/invitations-process.ts')
}, 60_000)
afterAll(async () => {
  child?.kill('SIGKILL')
  await bench.server.close()
})

/** Contacts with an address, and one without. */
const addContacts = async (): Promise<number[]> => {
  const tenantId = bench.mine.tenant.id
  const { system } = bench.server.database
  await system.$executeRaw`INSERT INTO contact (tenant_id, system_type_id, display_name, sort_name, first_name, email_address)
    SELECT ${tenantId}, 1, 'Mass ' || n, 'mass ' || n, 'Mass',
      CASE WHEN n > 1 THEN 'mass' || n || '@guests.example' END FROM generate_series(1, ${CONTACTS}) AS n`
  const rows = await system.contact.findMany({ where: { tenantId, firstName: 'Mass' }, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Runs the process, and kills it after a random time. */
const runAndKill = async (run: object): Promise<void> => {
  const started = fork(program, { env: { ...process.env, DATABASE_URL: bench.server.url, RUN: JSON.stringify(run) } })
  child = started
  const ended = once(started, 'exit')
  await Promise.race([ended, once(started, 'message')])
  await Promise.race([ended, setTimeout(Math.random() * LONGEST_LIFE_MS)])
  started.kill('SIGKILL')
  await ended
}

test('an invitation of many that is killed repeatedly invites and mails each contact once', {
  timeout: 600_000,
}, async () => {
  const { id: eventId } = await bench.congress()
  const ContactIds = await addContacts()
  const { JobId } = (await bench.mine.post(`/api/events/${eventId}/invitations`, { ContactIds })).json()
  const progress = async () => (await bench.mine.get(`/api/events/${eventId}/invitations/runs/${JobId}`)).json()
  const tenantId = bench.mine.tenant.id
  const seen = [(await progress()).Percent]
  for (let kill = 0; kill < KILLS; kill++) {
    await runAndKill({ tenantId, eventId, runId: JobId })
    seen.push((await progress()).Percent)
  }
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  await bench.run(eventId, JobId)
  expect(await progress()).toMatchObject({
    Status: 'completed',
    InvitedCount: CONTACTS - 1,
    WithoutAddressCount: 1,
    AlreadyInvitedCount: 0,
  })
  const { system } = bench.server.database
  const [sums] = await system.$queryRaw<object[]>`
    SELECT (SELECT count(*)::int FROM event_invitation WHERE tenant_id = ${tenantId}) AS invitations,
      (SELECT count(*)::int FROM mail_message WHERE tenant_id = ${tenantId}) AS mails,
      (SELECT count(DISTINCT contact_id)::int FROM mail_message WHERE tenant_id = ${tenantId}) AS contacts,
      (SELECT count(*)::int FROM outbox_event WHERE tenant_id = ${tenantId} AND kind = 'eventinvitation.created') AS events`
  const one = CONTACTS - 1
  expect(sums).toEqual({ invitations: one, mails: one, contacts: one, events: one })
})
