import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyMigrations } from '#src/installation/migrations/apply'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { createEmptyDatabase, type TestDatabase } from '#test/support/database'

const OWN = '20261130100000_mails_of_registrations'
const log = { info: () => undefined, warn: () => undefined }

let server: TestApp
let database: TestDatabase
let client: pg.Client
const earlier = mkdtempSync(join(tmpdir(), 'migrations-'))
beforeAll(async () => {
  server = await buildTestApp()
  for (const name of readdirSync('prisma/migrations').filter((each) => each < OWN || each.endsWith('.toml')))
    cpSync(join('prisma/migrations', name), join(earlier, name), { recursive: true })
  database = await createEmptyDatabase()
  await applyMigrations(database.url, { log, folder: earlier })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
}, 60_000)
afterAll(async () => {
  await client.end()
  await database.drop()
  await server.close()
  rmSync(earlier, { recursive: true })
})

const TEMPLATES = `SELECT key, name, name_key, description, category, subject, html, built_in_version, is_edited
  FROM mail_template WHERE tenant_id = $1 AND key LIKE 'event-%' ORDER BY key`

/** A tenant with an order that a sponsor without attendees submitted, as they were stored before. */
const addSponsor = (tenant: number, payer: object) =>
  client.query(
    `INSERT INTO contact (tenant_id, id, system_type_id, display_name, sort_name) VALUES (${tenant}, 1, 1, 'Dana', 'dana');
     INSERT INTO event (tenant_id, id, name, starts_at, time_zone, status)
       VALUES (${tenant}, 1, 'Gala', now(), 'UTC', 'Published');
     INSERT INTO event_tier (tenant_id, event_id, id, name, name_key, position)
       VALUES (${tenant}, 1, 1, 'Gold', 'gold', 0);
     INSERT INTO event_order (tenant_id, event_id, id, key_hash, contact_id, total, state, form, submitted_at, created_at)
       VALUES (${tenant}, 1, 1, '\\x00', 1, 100, 'submitted', '${JSON.stringify({ BillingInfo: payer })}', now(), now());
     INSERT INTO event_sponsor (tenant_id, event_id, order_id, id, tier_id, name, pointer, status_id, created_at)
       VALUES (${tenant}, 1, 1, 1, 1, 'Harbour Bank', '/Sponsorships/0', 1, now())`,
  )

test('existing tenants get the mails of a new tenant, and their sponsors the people who registered them', async () => {
  await client.query(`
    INSERT INTO tenant (id, key, name) VALUES (1, 'north', 'North'), (2, 'south', 'South');
    INSERT INTO mail_template (tenant_id, key, name, name_key, subject, html, built_in_version, is_edited) VALUES
      (1, 'event-registration-confirmed', 'Registration for an event', 'registration for an event',
        'Your registration for {{ event.name }}', 'Before', 1, false),
      (2, 'event-registration-confirmed', 'Ours', 'ours', 'Ours', 'Ours', 1, true)`)
  await addSponsor(1, {
    FirstName: ' Dana ',
    LastName: 'Reyes',
    EmailAddress: 'dana@bank.example',
    Address: { City: 'Kiel' },
  })
  await addSponsor(2, {
    ContactType: '2',
    OrganizationName: 'harbour  bank',
    EmailAddress: 'desk@bank.example',
    Phone: { Number: '+49 431 55' },
  })
  const { applied } = await applyMigrations(database.url, { log })
  expect(applied).toEqual(expect.arrayContaining([OWN, '20261130200000_mails_of_rejections']))
  const fresh = await server.tenant()
  const wanted = await server.database.system.$queryRawUnsafe<object[]>(TEMPLATES, fresh.tenant.id)
  expect((await client.query(TEMPLATES, [1])).rows).toEqual(wanted)
  const { rows } = await client.query(TEMPLATES, [2])
  expect(rows).toHaveLength(wanted.length)
  expect(rows.find(({ key }) => key === 'event-registration-confirmed')).toMatchObject({ name: 'Ours', html: 'Ours' })
  const sponsors = await client.query('SELECT * FROM event_sponsor ORDER BY tenant_id')
  expect(sponsors.rows).toMatchObject([
    { person_id: 1, first_name: 'Dana', email_address: 'dana@bank.example', city: 'Kiel', contact_id: null },
    { person_id: null, contact_id: 1, organization_email: 'desk@bank.example', organization_phone: '+49 431 55' },
  ])
}, 60_000)
