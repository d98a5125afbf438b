import type { TestApp } from '#test/support/build-app'
import { withAdmin } from '#test/support/server/test-server'

/**
 * Brings records of a loaded tenant into each state that an import ends or resumes. Statements are the only way to states that
 * a worker leaves within milliseconds.
 */
export const openEverything = ({ url }: TestApp, tenantId: number): Promise<void> =>
  withAdmin(url, async (client) => {
    await client.query('SET session_replication_role = replica')
    for (const statement of STATEMENTS) {
      const { rowCount } = await client.query(statement.replaceAll('$T', String(tenantId)))
      if (rowCount === 0) throw new Error(`The demonstration has no record for: ${statement}`)
    }
  })

/** The first or last of the tenant's rows. */
const one = (table: string, which: 'min' | 'max', condition = 'true'): string =>
  `tenant_id = $T AND id = (SELECT ${which}(id) FROM ${table} WHERE tenant_id = $T AND ${condition})`
const idOf = (table: string, condition = 'true'): string =>
  `(SELECT min(id) FROM ${table} WHERE tenant_id = $T AND ${condition})`
const nth = (table: string, at: number): string =>
  `(SELECT id FROM ${table} WHERE tenant_id = $T ORDER BY id OFFSET ${at} LIMIT 1)`
const UNPAID = `state = 'submitted' AND cancelled_at IS NULL AND charge_id IS NULL`

const STATEMENTS: readonly string[] = [
  // Payments.
  `UPDATE processor_charge SET status = 'authorized' WHERE ${one('processor_charge', 'min')}`,
  `UPDATE processor_charge SET status = 'requested' WHERE ${one('processor_charge', 'max')}`,
  `UPDATE processor_refund SET status = 'requested' WHERE ${one('processor_refund', 'min')}`,
  `UPDATE part_collection SET status = 'requested', charge_id = NULL WHERE ${one('part_collection', 'min')}`,
  `UPDATE payment_attempt SET state = 'open' WHERE ${one('payment_attempt', 'min')}`,
  // Orders of the store.
  `UPDATE store_purchase SET charge_id = ${idOf('processor_charge')} WHERE ${one('store_purchase', 'min')}`,
  `UPDATE store_purchase SET payment_token = 'pm_1', charge_id = NULL WHERE ${one('store_purchase', 'max')}`,
  `INSERT INTO store_refund (tenant_id, purchase_id, credit_id, total, charge_amount, created_at)
   VALUES ($T, ${idOf('store_purchase')}, ${nth('credit', 0)}, 5, 5, now()),
     ($T, ${idOf('store_purchase')}, ${nth('credit', 1)}, 5, 0, now())`,
  `UPDATE store_cart SET state = 'open', held_until = now() + interval '1 hour' WHERE ${one('store_cart', 'max')}`,
  // Orders of events.
  `UPDATE event_order SET state = 'cart', held_until = now() + interval '1 hour', submitted_at = NULL
   WHERE ${one('event_order', 'max', UNPAID)}`,
  `UPDATE event_order SET payment_token = 'pm_2' WHERE ${one('event_order', 'max', UNPAID)}`,
  `UPDATE event_order SET charge_id = ${idOf('processor_charge')} WHERE ${one('event_order', 'min', UNPAID)}`,
  `INSERT INTO event_refund (tenant_id, event_id, order_id, credit_id, total, charge_amount, is_settled, created_at)
   SELECT tenant_id, event_id, id, ${nth('credit', 0)}, 7, 7, false, now() FROM event_order
   WHERE ${one('event_order', 'min', 'charge_id IS NOT NULL')}`,
  `INSERT INTO event_refund (tenant_id, event_id, order_id, credit_id, total, charge_amount, is_settled, created_at)
   SELECT tenant_id, event_id, id, ${nth('credit', 1)}, 7, 0, false, now() FROM event_order
   WHERE ${one('event_order', 'min', UNPAID)}`,
  `UPDATE event_registration SET status_id = 7, refund_id = ${idOf('event_refund')}
   WHERE ${one('event_registration', 'min')}`,
  `UPDATE event_registration SET status_id = 11 WHERE ${one('event_registration', 'max')}`,
  `INSERT INTO event_cancellation (tenant_id, event_id, orders, requested_at)
   SELECT tenant_id, event_id, 1, now() FROM event_order WHERE ${one('event_order', 'min', UNPAID)}`,
  `INSERT INTO event_invitation (tenant_id, event_id, contact_id, code_hash, sent_at, is_mail_due)
   VALUES ($T, ${idOf('event')}, ${idOf('contact')}, 'hash', now(), true)`,
  `INSERT INTO event_certificate (tenant_id, event_id, registration_id, issued_on, hours, credits, is_mail_due)
   SELECT tenant_id, event_id, id, now(), 1, 1, true FROM event_registration WHERE ${one('event_registration', 'min')}`,
  // Runs.
  `INSERT INTO processor_report (tenant_id, kind, format, file_name, file_id, created_at)
   VALUES ($T, 'NegativeBalances', 'CSV', 'balances.csv', 1, now())`,
  `INSERT INTO membership_nightly_run (tenant_id, day, is_on, started_at) VALUES ($T, '2026-11-01', false, now())`,
  `INSERT INTO benefit_mass_operation (tenant_id, id, item_id, type_id, quantity, is_forced, contact_ids, contact_count, actor,
     started_at) VALUES ($T, gen_random_uuid(), ${idOf('benefit_item')}, 4, -1, true, ARRAY[${idOf('contact')}], 1, 'system', now())`,
  `INSERT INTO chapter_assignment (tenant_id, id, started_at) VALUES ($T, gen_random_uuid(), now())`,
  `INSERT INTO import_run (tenant_id, file_name, file_id, status) VALUES ($T, 'people.csv', 1, 'Running')`,
  `INSERT INTO ledger_execution (tenant_id, kind, document_id, message, created_at)
   VALUES ($T, 'invoice', ${idOf('invoice')}, 'Waits to be sent.', now())`,
  `INSERT INTO native_execution (tenant_id, execution_id, integration_id, trigger, number, actor, status, due_at, created_at)
   SELECT tenant_id, gen_random_uuid(), id, 'nightly', '2026-11-' || at, 'system', state, now(), now()
   FROM native_integration, (VALUES (20, 'Pending'), (21, 'Running')) s (at, state)
   WHERE ${one('native_integration', 'min')}`,
  // A link to sign in that the mail server has not accepted.
  `INSERT INTO mail_message (tenant_id, key, template_key, to_address, address_key, data)
   VALUES ($T, 'link', 'member-sign-in', 'ada@example.org', 'ada@example.org', '{"url": "https://here.example/a-secret-link"}')`,
]
