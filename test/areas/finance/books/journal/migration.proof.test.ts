import { expect, test } from 'vitest'
import { useDatabaseBefore } from '#test/support/earlier-database'

const OWN = '20261124032500_lines_of_documents_over_0'
const earlier = useDatabaseBefore(OWN)

test('documents over 0 that are posted already get a line on the receivables', async () => {
  await earlier.query(`
    INSERT INTO tenant (id, key, name, time_zone) VALUES (1, 'one', 'One', 'UTC');
    INSERT INTO account (tenant_id, id, name, name_key, type, system_role) VALUES
      (1, 901, 'Owed', 'owed', 'AccountsReceivable', 'receivable'), (1, 902, 'Dues', 'dues', 'Income', 'membership-income'),
      (1, 903, 'Off', 'off', 'Income', 'discounts');
    INSERT INTO journal_entry (tenant_id, id, posted_on, document_kind, document_id, reference, reverses_id) VALUES
      (1, 1, '2026-01-01', 'invoice', 7, 'INV-1', NULL), (1, 2, '2026-01-02', 'invoice', 8, 'INV-2', NULL),
      (1, 3, '2026-01-03', 'invoice', 9, 'INV-3', NULL), (1, 4, '2026-01-04', 'invoice', 9, 'INV-3', 3),
      (1, 5, '2026-01-05', 'processor', NULL, 'txn', NULL);
    INSERT INTO journal_line (tenant_id, entry_id, position, account_id, posted_on, amount) VALUES
      (1, 1, 1, 901, '2026-01-01', 5), (1, 1, 2, 902, '2026-01-01', -5),
      (1, 3, 1, 902, '2026-01-03', -5), (1, 3, 2, 903, '2026-01-03', 5),
      (1, 4, 1, 902, '2026-01-04', 5), (1, 4, 2, 903, '2026-01-04', -5)`)
  const applied = await earlier.migrate()
  expect(applied).toContain(OWN)
  const added = `SELECT entry_id::int, position, posted_on::text, amount::float8 FROM journal_line
    WHERE account_id = 901 ORDER BY entry_id`
  expect((await earlier.query(added)).rows).toEqual([
    { entry_id: 1, position: 1, posted_on: '2026-01-01', amount: 5 },
    { entry_id: 2, position: 1, posted_on: '2026-01-02', amount: 0 },
    { entry_id: 3, position: 3, posted_on: '2026-01-03', amount: 0 },
    { entry_id: 4, position: 3, posted_on: '2026-01-04', amount: 0 },
  ])
  const late = `INSERT INTO journal_line (tenant_id, entry_id, position, account_id, posted_on, amount)
    VALUES (1, 5, 1, 901, '2026-01-05', 1)`
  await expect(earlier.query(late)).rejects.toThrow('must sum to 0')
}, 60_000)
