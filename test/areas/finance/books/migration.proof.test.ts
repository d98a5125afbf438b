import { beforeAll, expect, test } from 'vitest'
import { useDatabaseBefore } from '#test/support/earlier-database'

const MIGRATION = '20261122214500_double_entry'

/** Two tenants. Contact 1: a paid, a partly paid and a void invoice with its payment; contact 2: a balance alone. */
const OLD_ROWS = `
  INSERT INTO tenant (id, key, name, time_zone) VALUES (1, 'one', 'One', 'UTC'), (2, 'two', 'Two', 'UTC');
  INSERT INTO account (tenant_id, name, name_key, type, system_role)
    SELECT t, r, r, 'Asset', r FROM generate_series(1, 2) t, unnest(ARRAY['receivable', 'undeposited-funds', 'sales-tax',
      'membership-income', 'shipping-income', 'discounts', 'bad-debt']) r;
  INSERT INTO contact (tenant_id, id, system_type_id, display_name, sort_name, status_id, balance)
    SELECT t, c, 1, 'C', 'c', 1, 0 FROM generate_series(1, 2) t, generate_series(1, 2) c;
  INSERT INTO invoice (tenant_id, id, number, contact_id, issued_on, due_on, total, balance, voided_at) VALUES
    (1, 11, 1, 1, '2026-01-01', '2026-02-01', 120, 0, NULL),
    (1, 12, 2, 1, '2026-01-02', '2026-02-01', 80, 50.5, NULL),
    (1, 13, 3, 1, '2026-01-03', '2026-02-01', 60, 0, '2026-01-20T12:00:00Z'),
    (2, 11, 1, 1, '2026-01-01', '2026-02-01', 10, 10, NULL);
  INSERT INTO invoice_line (tenant_id, invoice_id, position, description, amount) VALUES
    (1, 11, 1, 'Dues', 120), (1, 12, 1, 'Dues', 80), (1, 13, 1, 'Dues', 60), (2, 11, 1, 'Dues', 10);
  INSERT INTO payment (tenant_id, id, number, contact_id, received_on, amount, payment_type_id) VALUES
    (1, 21, 1, 1, '2026-01-05', 120, 1), (1, 22, 2, 1, '2026-01-06', 29.5, 2), (1, 23, 3, 1, '2026-01-07', 40, 3);
  INSERT INTO payment_application (tenant_id, payment_id, invoice_id, amount) VALUES
    (1, 21, 11, 120), (1, 22, 12, 29.5), (1, 23, 13, 40), (1, 23, 13, -40);
  INSERT INTO receivable_entry (tenant_id, contact_id, kind, amount, posted_on, reference) VALUES
    (1, 1, 'invoice', 120, '2026-01-01', 'INV-1'), (1, 1, 'invoice', 80, '2026-01-02', 'INV-2'),
    (1, 1, 'invoice', 60, '2026-01-03', 'INV-3'), (1, 1, 'payment', -120, '2026-01-05', 'PAY-1'),
    (1, 1, 'payment', -29.5, '2026-01-06', 'PAY-2'), (1, 1, 'payment', -40, '2026-01-07', 'PAY-3'),
    (1, 1, 'invoice', -60, '2026-01-20', 'INV-3'), (1, 2, 'writeoff', -3, '2026-01-08', 'old'),
    (2, 1, 'invoice', 10, '2026-01-01', 'INV-1');
`

const earlier = useDatabaseBefore(MIGRATION)
beforeAll(async () => {
  await earlier.query('ALTER TABLE contact DISABLE TRIGGER USER')
  await earlier.query(OLD_ROWS)
  await earlier.query('ALTER TABLE contact ENABLE TRIGGER USER')
  await earlier.migrate()
})

const rows = async (sql: string): Promise<unknown[][]> => (await earlier.query({ text: sql, rowMode: 'array' })).rows

test('each entry of receivables becomes a journal entry of its document with the same date and amount', async () => {
  const entries = await rows(`SELECT e.tenant_id, e.document_kind, e.document_id, e.posted_on::text, e.contact_id,
      string_agg(a.system_role || ' ' || l.amount, ', ' ORDER BY l.position), r.document_id
    FROM journal_entry e JOIN journal_line l ON l.tenant_id = e.tenant_id AND l.entry_id = e.id
    JOIN account a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
    LEFT JOIN journal_entry r ON r.tenant_id = e.tenant_id AND r.id = e.reverses_id
    GROUP BY e.tenant_id, e.id, r.document_id ORDER BY e.tenant_id, e.id`)
  expect(entries).toEqual([
    [1, 'invoice', 11, '2026-01-01', 1, 'receivable 120.00, membership-income -120.00', null],
    [1, 'invoice', 12, '2026-01-02', 1, 'receivable 80.00, membership-income -80.00', null],
    [1, 'invoice', 13, '2026-01-03', 1, 'receivable 60.00, membership-income -60.00', null],
    [1, 'payment', 21, '2026-01-05', 1, 'receivable -120.00, undeposited-funds 120.00', null],
    [1, 'payment', 22, '2026-01-06', 1, 'receivable -29.50, undeposited-funds 29.50', null],
    [1, 'payment', 23, '2026-01-07', 1, 'receivable -40.00, undeposited-funds 40.00', null],
    [1, 'invoice', 13, '2026-01-20', 1, 'receivable -60.00, membership-income 60.00', 13],
    [1, 'opening', null, '2026-01-08', 2, 'receivable -3.00, bad-debt 3.00', null],
    [2, 'invoice', 11, '2026-01-01', 1, 'receivable 10.00, membership-income -10.00', null],
  ])
})

test('documents keep their amounts, and what was applied; the rest of a payment is open', async () => {
  expect(
    await rows('SELECT id, subtotal, total, balance, status FROM invoice WHERE tenant_id = 1 ORDER BY id'),
  ).toEqual([
    [11, '120.00', '120.00', '0.00', 'Paid'],
    [12, '80.00', '80.00', '50.50', 'Open'],
    [13, '60.00', '60.00', '0.00', 'Void'],
  ])
  expect(await rows('SELECT id, open_amount, status FROM payment ORDER BY id')).toEqual([
    [21, '0.00', 'Closed'],
    [22, '0.00', 'Closed'],
    [23, '40.00', 'Open'],
  ])
  expect(await rows('SELECT invoice_id, payment_id, amount, applied_on::text FROM application ORDER BY id')).toEqual([
    [11, 21, '120.00', '2026-01-05'],
    [12, 22, '29.50', '2026-01-06'],
    [13, 23, '40.00', '2026-01-07'],
    [13, 23, '-40.00', '2026-01-20'],
  ])
})

test('no balance changes, and the totals by day and status are those of the invoices', async () => {
  expect(await rows('SELECT * FROM receivable_balance ORDER BY 1, 2')).toEqual([
    [1, 1, '10.50'],
    [1, 2, '-3.00'],
    [2, 1, '10.00'],
  ])
  expect(await rows('SELECT tenant_id, due_on::text, invoices, balance FROM receivable_day ORDER BY 1')).toEqual([
    [1, '2026-02-01', 1, '50.50'],
    [2, '2026-02-01', 1, '10.00'],
  ])
  expect(
    await rows(`SELECT bucket, n::int FROM record_count WHERE tenant_id = 1 AND bucket ~ '^(inv|pay)' ORDER BY 1`),
  ).toEqual([
    ['invoice:Open', 1],
    ['invoice:Paid', 1],
    ['invoice:Void', 1],
    ['payment:Closed', 2],
    ['payment:Open', 1],
  ])
})

test('the tables before are gone, and a line that does not balance is rejected', async () => {
  expect(await rows(`SELECT to_regclass('receivable_entry'), to_regclass('payment_application')`)).toEqual([
    [null, null],
  ])
  const add =
    earlier.query(`INSERT INTO journal_line (tenant_id, entry_id, position, account_id, contact_id, posted_on, amount)
    SELECT 1, e.id, 3, a.id, 1, e.posted_on, 5 FROM journal_entry e, account a
    WHERE e.tenant_id = 1 AND a.tenant_id = 1 LIMIT 1`)
  await expect(add).rejects.toThrow('must sum to 0')
})
