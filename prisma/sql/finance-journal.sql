-- Constraints and indexes

ALTER TABLE closed_period ADD CONSTRAINT closed_period_id CHECK (id = 1);
ALTER TABLE journal_entry ADD CONSTRAINT journal_entry_document CHECK (document_kind IN ('invoice', 'payment', 'credit',
  'refund', 'writeoff', 'opening', 'processor', 'voucher')
    AND (document_id IS NULL) = (document_kind IN ('opening', 'processor')));

-- Functions and triggers

-- The lines of an entry are added by one statement, sum to 0, and have its date and contact. No line is added later.
CREATE OR REPLACE FUNCTION journal_lines_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM added a GROUP BY a.tenant_id, a.entry_id HAVING sum(a.amount) <> 0 OR count(*) <> (
      SELECT count(*) FROM journal_line l WHERE l.tenant_id = a.tenant_id AND l.entry_id = a.entry_id))
    OR EXISTS (SELECT FROM added a JOIN journal_entry e ON e.tenant_id = a.tenant_id AND e.id = a.entry_id
      WHERE a.posted_on <> e.posted_on OR a.contact_id IS DISTINCT FROM e.contact_id) THEN
    RAISE EXCEPTION 'the lines of a journal entry must sum to 0 and be added at once, with its date and contact'
      USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO receivable_balance AS b (tenant_id, contact_id, balance)
    SELECT a.tenant_id, a.contact_id, sum(a.amount) FROM added a
    JOIN account k ON k.tenant_id = a.tenant_id AND k.id = a.account_id AND k.system_role = 'receivable'
    WHERE a.contact_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, contact_id) DO UPDATE SET balance = b.balance + excluded.balance;
  RETURN NULL;
END $$;
ALTER FUNCTION journal_lines_added() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION journal_lines_added() FROM PUBLIC;
CREATE TRIGGER journal_lines_added AFTER INSERT ON journal_line REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION journal_lines_added();

-- A merge moves lines to another contact.
CREATE OR REPLACE FUNCTION journal_lines_moved() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO receivable_balance AS b (tenant_id, contact_id, balance)
    SELECT d.tenant_id, d.contact_id, sum(d.amount)
    FROM (SELECT tenant_id, contact_id, account_id, amount FROM added
      UNION ALL SELECT tenant_id, contact_id, account_id, -amount FROM removed) d
    JOIN account k ON k.tenant_id = d.tenant_id AND k.id = d.account_id AND k.system_role = 'receivable'
    WHERE d.contact_id IS NOT NULL GROUP BY 1, 2 HAVING sum(d.amount) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, contact_id) DO UPDATE SET balance = b.balance + excluded.balance;
  RETURN NULL;
END $$;
ALTER FUNCTION journal_lines_moved() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION journal_lines_moved() FROM PUBLIC;
CREATE TRIGGER journal_lines_moved AFTER UPDATE ON journal_line REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION journal_lines_moved();

CREATE OR REPLACE FUNCTION journal_month_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO journal_month AS m (tenant_id, month, account_id, document_kind, slot, amount)
    SELECT a.tenant_id, date_trunc('month', a.posted_on)::date, a.account_id, e.document_kind, pg_backend_pid() % 8, sum(a.amount)
    FROM added a JOIN journal_entry e ON e.tenant_id = a.tenant_id AND e.id = a.entry_id
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, month, account_id, document_kind, slot) DO UPDATE SET amount = m.amount + excluded.amount;
  RETURN NULL;
END $$;
ALTER FUNCTION journal_month_added() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION journal_month_added() FROM PUBLIC;
CREATE TRIGGER journal_month_added AFTER INSERT ON journal_line REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION journal_month_added();

-- Access

SELECT secure_tenant_table('journal_entry');
SELECT chapter_wall_by_contact('journal_entry', 'contact_id');
DROP POLICY chapter_change ON journal_entry;
REVOKE UPDATE, DELETE ON journal_entry FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (contact_id) ON journal_entry TO guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('journal_line');
SELECT chapter_wall_by_contact('journal_line', 'contact_id');
DROP POLICY chapter_change ON journal_line;
REVOKE UPDATE, DELETE ON journal_line FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (contact_id) ON journal_line TO guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('receivable_balance');
SELECT chapter_wall_by_contact('receivable_balance', 'contact_id');
REVOKE INSERT, UPDATE, DELETE ON receivable_balance FROM guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('receivable_day');
SELECT chapter_wall_closed('receivable_day');
REVOKE INSERT, UPDATE, DELETE ON receivable_day FROM guildhall_app;

SELECT secure_tenant_table('journal_month');
SELECT chapter_wall_closed('journal_month');
REVOKE INSERT, UPDATE, DELETE ON journal_month FROM guildhall_app;

SELECT secure_tenant_table('closed_period');
SELECT chapter_wall_list('closed_period');
