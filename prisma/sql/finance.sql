-- Constraints and indexes

ALTER TABLE application ADD CONSTRAINT application_source CHECK (amount <> 0 AND num_nonnulls(payment_id, credit_id,
  write_off_id) = 1);
ALTER TABLE credit ADD CONSTRAINT credit_open CHECK (open_amount BETWEEN 0 AND total AND (voided_at IS NULL OR open_amount =
  0));
ALTER TABLE credit ADD CONSTRAINT credit_total CHECK (total = subtotal - discount + tax);
ALTER TABLE invoice ADD CONSTRAINT invoice_balance CHECK (balance BETWEEN 0 AND total AND (voided_at IS NULL OR balance = 0));
ALTER TABLE invoice ADD CONSTRAINT invoice_total CHECK (total = subtotal - discount + tax + shipping);
ALTER TABLE invoice_part ADD CONSTRAINT invoice_part_amounts CHECK (amount > 0 AND open_amount BETWEEN 0 AND amount);
ALTER TABLE payment ADD CONSTRAINT payment_open CHECK (open_amount BETWEEN 0 AND amount AND (voided_at IS NULL OR
  open_amount = 0));
ALTER TABLE payment_gateway ADD CONSTRAINT payment_gateway_kind CHECK (kind IN ('Processor', 'Sandbox', 'Other'));
ALTER TABLE refund ADD CONSTRAINT refund_amount CHECK (amount > 0 AND num_nonnulls(payment_id, credit_id) = 1);
ALTER TABLE write_off ADD CONSTRAINT write_off_total CHECK (total > 0 AND tax BETWEEN 0 AND total);

CREATE INDEX application_of_credit ON application (tenant_id, credit_id) WHERE credit_id IS NOT NULL;
CREATE INDEX application_of_payment ON application (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX application_of_write_off ON application (tenant_id, write_off_id) WHERE write_off_id IS NOT NULL;
CREATE INDEX credit_open_of_contact ON credit (tenant_id, contact_id, status);
CREATE INDEX credit_line_class ON credit_line (tenant_id, class_id) WHERE class_id IS NOT NULL;
CREATE INDEX credit_line_discount ON credit_line (tenant_id, discount_id) WHERE discount_id IS NOT NULL;
CREATE INDEX credit_line_discount_account ON credit_line (tenant_id, discount_account_id) WHERE discount_account_id IS NOT
  NULL;
CREATE INDEX credit_line_fee_item ON credit_line (tenant_id, fee_item_id) WHERE fee_item_id IS NOT NULL;
CREATE INDEX credit_line_tax_set ON credit_line (tenant_id, tax_set_id) WHERE tax_set_id IS NOT NULL;
CREATE INDEX invoice_by_status ON invoice (tenant_id, status, due_on, id);
CREATE INDEX invoice_open_of_contact ON invoice (tenant_id, contact_id, status, due_on);
CREATE INDEX invoice_line_class ON invoice_line (tenant_id, class_id) WHERE class_id IS NOT NULL;
CREATE INDEX invoice_line_discount ON invoice_line (tenant_id, discount_id) WHERE discount_id IS NOT NULL;
CREATE INDEX invoice_line_discount_account ON invoice_line (tenant_id, discount_account_id) WHERE discount_account_id IS NOT
  NULL;
CREATE INDEX invoice_line_fee_item ON invoice_line (tenant_id, fee_item_id) WHERE fee_item_id IS NOT NULL;
CREATE INDEX invoice_line_tax_set ON invoice_line (tenant_id, tax_set_id) WHERE tax_set_id IS NOT NULL;
CREATE INDEX invoice_part_open ON invoice_part (tenant_id, due_on, id) WHERE open_amount > 0;
CREATE INDEX payment_of_subtype ON payment (tenant_id, payment_subtype_id) WHERE payment_subtype_id IS NOT NULL;
CREATE INDEX payment_open_of_contact ON payment (tenant_id, contact_id, status);
CREATE UNIQUE INDEX payment_gateway_default ON payment_gateway (tenant_id) WHERE is_default;
CREATE INDEX refund_of_credit ON refund (tenant_id, credit_id) WHERE credit_id IS NOT NULL;
CREATE INDEX refund_of_payment ON refund (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX write_off_line_class ON write_off_line (tenant_id, class_id) WHERE class_id IS NOT NULL;

-- Functions and triggers

-- Counts documents by status. Argument: the first part of the bucket.
CREATE OR REPLACE FUNCTION document_count_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
      SELECT tenant_id, TG_ARGV[0] || ':' || status, pg_backend_pid() % 8, count(*)
      FROM added GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
      SELECT tenant_id, TG_ARGV[0] || ':' || status, pg_backend_pid() % 8, sum(d)
      FROM (SELECT tenant_id, status, 1 AS d FROM added UNION ALL SELECT tenant_id, status, -1 FROM removed) changed
      GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
      ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION document_count_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION document_count_changed() FROM PUBLIC;
CREATE TRIGGER credit_count_insert AFTER INSERT ON credit REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('credit');
CREATE TRIGGER credit_count_update AFTER UPDATE ON credit REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('credit');
CREATE TRIGGER invoice_count_insert AFTER INSERT ON invoice REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('invoice');
CREATE TRIGGER invoice_count_update AFTER UPDATE ON invoice REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('invoice');
CREATE TRIGGER payment_count_insert AFTER INSERT ON payment REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('payment');
CREATE TRIGGER payment_count_update AFTER UPDATE ON payment REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('payment');
CREATE TRIGGER processor_charge_count_add AFTER INSERT ON processor_charge REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('charge');
CREATE TRIGGER processor_charge_count_change AFTER UPDATE ON processor_charge
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('charge');
CREATE TRIGGER refund_count_insert AFTER INSERT ON refund REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('refund');
CREATE TRIGGER refund_count_update AFTER UPDATE ON refund REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('refund');
CREATE TRIGGER write_off_count_insert AFTER INSERT ON write_off REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('writeoff');
CREATE TRIGGER write_off_count_update AFTER UPDATE ON write_off REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION document_count_changed('writeoff');

-- An invoice with parts is due with its first part that is not paid. Paid in full, it keeps its last due date.
CREATE OR REPLACE FUNCTION invoice_due_by_parts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.due_on := coalesce((SELECT p.due_on FROM (
      SELECT x.due_on, x.position, sum(x.amount) OVER (ORDER BY x.position) AS reached FROM invoice_part x
      WHERE x.tenant_id = NEW.tenant_id AND x.invoice_id = NEW.id) p
    WHERE p.reached > NEW.total - NEW.balance ORDER BY p.position LIMIT 1), NEW.due_on);
  RETURN NEW;
END $$;
ALTER FUNCTION invoice_due_by_parts() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION invoice_due_by_parts() FROM PUBLIC;
CREATE TRIGGER invoice_due_by_parts BEFORE UPDATE ON invoice FOR EACH ROW
  WHEN (NEW.part_count > 0 AND NEW.voided_at IS NULL) EXECUTE FUNCTION invoice_due_by_parts();

CREATE OR REPLACE FUNCTION invoice_part_day_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, 0, sum(open_amount) FROM added GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot) DO UPDATE SET balance = d.balance + excluded.balance;
  ELSE
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, 0, sum(amount)
      FROM (SELECT tenant_id, due_on, open_amount AS amount FROM added
        UNION ALL SELECT tenant_id, due_on, -open_amount FROM removed) changed
      GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot) DO UPDATE SET balance = d.balance + excluded.balance;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION invoice_part_day_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION invoice_part_day_changed() FROM PUBLIC;
CREATE TRIGGER invoice_part_day_insert AFTER INSERT ON invoice_part REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_part_day_changed();
CREATE TRIGGER invoice_part_day_update AFTER UPDATE ON invoice_part
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_part_day_changed();

-- The parts sum to the total of their invoice. They are added by one statement, in the transaction of the invoice.
CREATE OR REPLACE FUNCTION invoice_parts_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT tenant_id, invoice_id, sum(amount) AS amount, sum(open_amount) AS open, count(*) AS n
      FROM added GROUP BY 1, 2) a
    JOIN invoice i ON i.tenant_id = a.tenant_id AND i.id = a.invoice_id
    WHERE i.total <> a.amount OR i.balance <> a.open OR i.part_count <> a.n) THEN
    RAISE EXCEPTION 'the parts of an invoice must sum to its total and be added at once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION invoice_parts_added() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION invoice_parts_added() FROM PUBLIC;
CREATE TRIGGER invoice_parts_added AFTER INSERT ON invoice_part REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_parts_added();

-- What is paid of an invoice pays its parts in their order.
CREATE OR REPLACE FUNCTION invoice_parts_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invoice_part p SET open_amount = s.open
  FROM (
    SELECT x.tenant_id, x.id, CASE WHEN a.voided_at IS NOT NULL THEN 0
      ELSE greatest(0, least(x.amount, sum(x.amount) OVER (PARTITION BY x.tenant_id, x.invoice_id ORDER BY x.position)
        - (a.total - a.balance))) END AS open
    FROM added a JOIN invoice_part x ON x.tenant_id = a.tenant_id AND x.invoice_id = a.id
    WHERE a.part_count > 0
  ) s WHERE p.tenant_id = s.tenant_id AND p.id = s.id AND p.open_amount <> s.open;
  RETURN NULL;
END $$;
ALTER FUNCTION invoice_parts_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION invoice_parts_changed() FROM PUBLIC;
CREATE TRIGGER invoice_parts_changed AFTER UPDATE ON invoice REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_parts_changed();

-- The open amounts by due day. An invoice with parts counts on its own due day, and its amounts on those of its parts.
CREATE OR REPLACE FUNCTION receivable_day_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, count(*), sum(CASE WHEN part_count = 0 THEN balance ELSE 0 END)
      FROM added WHERE balance > 0 GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot)
        DO UPDATE SET invoices = d.invoices + excluded.invoices, balance = d.balance + excluded.balance;
  ELSE
    INSERT INTO receivable_day AS d (tenant_id, due_on, slot, invoices, balance)
      SELECT tenant_id, due_on, pg_backend_pid() % 8, sum(n), sum(amount)
      FROM (SELECT tenant_id, due_on, 1 AS n, CASE WHEN part_count = 0 THEN balance ELSE 0 END AS amount
          FROM added WHERE balance > 0
        UNION ALL SELECT tenant_id, due_on, -1, CASE WHEN part_count = 0 THEN -balance ELSE 0 END
          FROM removed WHERE balance > 0) changed
      GROUP BY 1, 2 HAVING sum(n) <> 0 OR sum(amount) <> 0 ORDER BY 1, 2
      ON CONFLICT (tenant_id, due_on, slot)
        DO UPDATE SET invoices = d.invoices + excluded.invoices, balance = d.balance + excluded.balance;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION receivable_day_changed() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION receivable_day_changed() FROM PUBLIC;
CREATE TRIGGER receivable_day_insert AFTER INSERT ON invoice REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION receivable_day_changed();
CREATE TRIGGER receivable_day_update AFTER UPDATE ON invoice REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION receivable_day_changed();

-- Access

SELECT secure_tenant_table('number_series');
-- Numbers of invoices and payments are drawn by each transaction that makes one.
SELECT chapter_wall('number_series', 'true', 'true');
REVOKE DELETE ON number_series FROM guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('invoice');
SELECT chapter_wall_by_contact('invoice', 'contact_id', 'for_contact_id');
REVOKE UPDATE, DELETE ON invoice FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (audit_id, balance, billing_address, contact_id, due_on, for_contact_id, message, notes, shipping_details,
  voided_at) ON invoice TO guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('invoice_part');
SELECT chapter_wall_by_parent('invoice_part', 'invoice_id,invoice,contact_id');
REVOKE UPDATE, DELETE ON invoice_part FROM guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('invoice_line');
SELECT chapter_wall_by_parent('invoice_line', 'invoice_id,invoice,contact_id');
REVOKE UPDATE, DELETE ON invoice_line FROM guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('invoice_line_tax');
SELECT chapter_wall('invoice_line_tax', conditions[1], conditions[2])
FROM (SELECT array_agg(format('EXISTS (SELECT FROM invoice_line wl JOIN invoice wp ON wp.tenant_id = wl.tenant_id AND wp.id = wl.invoice_id
    WHERE wl.tenant_id = current_tenant() AND wl.id = invoice_line_tax.line_id AND %s)', within_chapters('wp.contact_id', chapters))
    ORDER BY position) AS conditions
  FROM unnest(ARRAY['readable_chapters', 'editable_chapters']) WITH ORDINALITY AS c (chapters, position)) c;
REVOKE UPDATE, DELETE ON invoice_line_tax FROM guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('payment');
SELECT chapter_wall_by_contact('payment', 'contact_id');
REVOKE UPDATE, DELETE ON payment FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (audit_id, contact_id, is_refunded_by_books, notes, open_amount, reference, voided_at) ON payment TO
  guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('credit');
SELECT chapter_wall_by_contact('credit', 'contact_id');
REVOKE UPDATE, DELETE ON credit FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (audit_id, contact_id, notes, open_amount, voided_at) ON credit TO guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('credit_line');
SELECT chapter_wall_by_parent('credit_line', 'credit_id,credit,contact_id');
REVOKE UPDATE, DELETE ON credit_line FROM guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('credit_line_tax');
SELECT chapter_wall('credit_line_tax', conditions[1], conditions[2])
FROM (SELECT array_agg(format('EXISTS (SELECT FROM credit_line wl JOIN credit wp ON wp.tenant_id = wl.tenant_id AND wp.id = wl.credit_id
    WHERE wl.tenant_id = current_tenant() AND wl.id = credit_line_tax.line_id AND %s)', within_chapters('wp.contact_id', chapters))
    ORDER BY position) AS conditions
  FROM unnest(ARRAY['readable_chapters', 'editable_chapters']) WITH ORDINALITY AS c (chapters, position)) c;
REVOKE UPDATE, DELETE ON credit_line_tax FROM guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('refund');
SELECT chapter_wall_by_contact('refund', 'contact_id');
REVOKE UPDATE, DELETE ON refund FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (audit_id, contact_id, notes, voided_at) ON refund TO guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('write_off');
SELECT chapter_wall_by_contact('write_off', 'contact_id');
REVOKE UPDATE, DELETE ON write_off FROM guildhall_app, guildhall_chapter;
GRANT UPDATE (audit_id, contact_id, notes, voided_at) ON write_off TO guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('write_off_line');
SELECT chapter_wall_by_parent('write_off_line', 'write_off_id,write_off,contact_id');
REVOKE UPDATE, DELETE ON write_off_line FROM guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('application');
SELECT chapter_wall_by_parent('application', 'invoice_id,invoice,contact_id');
REVOKE UPDATE, DELETE ON application FROM guildhall_app, guildhall_chapter;

SELECT secure_tenant_table('payment_gateway');
SELECT chapter_wall_list('payment_gateway');
