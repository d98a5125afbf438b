import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { useDatabaseBefore } from '#test/support/earlier-database'

const OWN = '20261130100000_mails_of_registrations'
const earlier = useDatabaseBefore(OWN)

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const TEMPLATES = `SELECT key, name, name_key, description, category, subject, html, built_in_version, is_edited
  FROM mail_template WHERE tenant_id = $1 AND key LIKE 'event-%' ORDER BY key`

/** A tenant with an order that a sponsor without attendees submitted, as they were stored before. */
const addSponsor = (tenant: number, payer: object) =>
  earlier.query(
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
  await earlier.query(`
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
  const applied = await earlier.migrate()
  expect(applied).toEqual(expect.arrayContaining([OWN, '20261130200000_mails_of_rejections']))
  const fresh = await server.tenant()
  const wanted = await server.database.system.$queryRawUnsafe<object[]>(TEMPLATES, fresh.tenant.id)
  expect((await earlier.query(TEMPLATES, [1])).rows).toEqual(wanted)
  const { rows } = await earlier.query(TEMPLATES, [2])
  expect(rows).toHaveLength(wanted.length)
  expect(rows.find(({ key }) => key === 'event-registration-confirmed')).toMatchObject({ name: 'Ours', html: 'Ours' })
  const sponsors = await earlier.query('SELECT * FROM event_sponsor ORDER BY tenant_id')
  expect(sponsors.rows).toMatchObject([
    { person_id: 1, first_name: 'Dana', email_address: 'dana@bank.example', city: 'Kiel', contact_id: null },
    { person_id: null, contact_id: 1, organization_email: 'desk@bank.example', organization_phone: '+49 431 55' },
  ])
}, 60_000)
