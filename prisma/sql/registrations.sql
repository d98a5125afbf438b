-- Constraints and indexes

ALTER TABLE event_certificate ADD CONSTRAINT event_certificate_amounts CHECK (hours >= 0 AND credits >= 0);
ALTER TABLE event_certificate DROP CONSTRAINT event_certificate_tenant_id_entry_id_fkey;
ALTER TABLE event_certificate ADD CONSTRAINT event_certificate_tenant_id_entry_id_fkey FOREIGN KEY (tenant_id, entry_id)
  REFERENCES contact_certification(tenant_id, id) ON DELETE SET NULL (entry_id);
ALTER TABLE event_exhibitor ADD CONSTRAINT event_exhibitor_state CHECK (state IN ('cart', 'registered', 'cancelled'));
ALTER TABLE event_group ADD CONSTRAINT event_group_members CHECK (max_to_assign >= 0);
ALTER TABLE event_group ADD CONSTRAINT event_group_number CHECK (number > 0 AND position >= 0);
ALTER TABLE event_group_member ADD CONSTRAINT event_group_member_seat CHECK (seat_number > 0);
ALTER TABLE event_order ADD CONSTRAINT event_order_held CHECK ((state = 'cart') = (held_until IS NOT NULL));
ALTER TABLE event_order ADD CONSTRAINT event_order_payer CHECK (state <> 'submitted' OR contact_id IS NOT NULL);
ALTER TABLE event_order ADD CONSTRAINT event_order_payment CHECK (payment_kind IS NULL OR payment_kind IN ('Card',
  'BankDebit', 'Hosted', 'Invoice', 'Free'));
ALTER TABLE event_order ADD CONSTRAINT event_order_state CHECK (state IN ('cart', 'expired', 'submitted'));
ALTER TABLE event_order ADD CONSTRAINT event_order_submitted CHECK ((state = 'submitted') = (submitted_at IS NOT NULL));
ALTER TABLE event_order ADD CONSTRAINT event_order_total CHECK (total >= 0);
ALTER TABLE event_order_item ADD CONSTRAINT event_order_item_amounts CHECK (quantity > 0 AND amount >= 0);
ALTER TABLE event_order_line ADD CONSTRAINT event_order_line_amounts CHECK (quantity > 0 AND amount >= 0 AND discount >= 0
  AND tax >= 0
    AND credited >= 0 AND credited <= amount - discount + tax);
ALTER TABLE event_order_line ADD CONSTRAINT event_order_line_owner CHECK (num_nonnulls(registration_id, sponsor_id,
  exhibitor_id, item_id) = 1);
ALTER TABLE event_refund ADD CONSTRAINT event_refund_amounts CHECK (total > 0 AND charge_amount >= 0 AND charge_amount <=
  total);
ALTER TABLE event_registration ADD CONSTRAINT event_registration_checked_in CHECK ((checked_in_at IS NULL) = (checked_in_by
  IS NULL));
ALTER TABLE event_registration ADD CONSTRAINT event_registration_held CHECK (status_id <> 14 OR held_until IS NOT NULL);
ALTER TABLE event_registration ADD CONSTRAINT event_registration_seats CHECK (seats >= 0);
ALTER TABLE event_registration ADD CONSTRAINT event_registration_status CHECK (status_id BETWEEN 1 AND 15);
ALTER TABLE event_registration_session ADD CONSTRAINT event_registration_session_checked_in CHECK ((checked_in_at IS NULL) =
  (checked_in_by IS NULL));
ALTER TABLE event_sponsor ADD CONSTRAINT event_sponsor_approvals CHECK (approval_count >= 0);
ALTER TABLE event_sponsor ADD CONSTRAINT event_sponsor_price CHECK (price >= 0);
ALTER TABLE event_sponsor ADD CONSTRAINT event_sponsor_status CHECK (status_id BETWEEN 0 AND 5);

CREATE INDEX event_certificate_mail_due ON event_certificate (tenant_id, event_id, id) WHERE is_mail_due;
CREATE INDEX event_order_open_cart ON event_order (tenant_id, event_id, visitor_hash) WHERE state = 'cart';
CREATE INDEX event_order_submitted_listed ON event_order (tenant_id, event_id, submitted_at, id)
  WHERE state = 'submitted';
CREATE INDEX event_refund_open ON event_refund (tenant_id, event_id, order_id) WHERE NOT is_settled;
CREATE INDEX event_registration_all_listed ON event_registration (tenant_id, registered_at, id)
  WHERE status_id <> 14 AND (status_id <> 11 OR held_until IS NULL);
CREATE INDEX event_registration_listed ON event_registration (tenant_id, event_id, registered_at, id)
  WHERE status_id <> 14 AND (status_id <> 11 OR held_until IS NULL);
CREATE INDEX event_registration_taking ON event_registration (tenant_id, event_id, type_id, status_id, held_until)
  WHERE status_id IN (1, 2, 3, 4, 5, 6, 7, 11, 14);
CREATE INDEX event_registration_waiting ON event_registration (tenant_id, event_id, registered_at, id)
  WHERE status_id = 11 AND held_until IS NULL;

-- Functions and triggers

-- For each row, because a trigger for each statement has no condition: saves of carts must not call it.
CREATE OR REPLACE FUNCTION event_order_counted_again() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    VALUES (NEW.tenant_id, 'eventorder:' || NEW.event_id, pg_backend_pid() % 8,
      CASE WHEN NEW.state = 'submitted' THEN 1 ELSE -1 END)
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
ALTER FUNCTION event_order_counted_again() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION event_order_counted_again() FROM PUBLIC;
CREATE TRIGGER event_order_count_update AFTER UPDATE ON event_order FOR EACH ROW
  WHEN ((OLD.state = 'submitted') <> (NEW.state = 'submitted')) EXECUTE FUNCTION event_order_counted_again();

-- Totals of the lists of orders. A cart becomes an order by an update.
CREATE OR REPLACE FUNCTION event_orders_counted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'eventorder:' || event_id, pg_backend_pid() % 8, TG_ARGV[0]::integer * count(*)
    FROM counted WHERE state = 'submitted' GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
ALTER FUNCTION event_orders_counted() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION event_orders_counted() FROM PUBLIC;
CREATE TRIGGER event_order_count_delete AFTER DELETE ON event_order REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION event_orders_counted('-1');
CREATE TRIGGER event_order_count_insert AFTER INSERT ON event_order REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION event_orders_counted('1');

-- Totals of the lists of registrations by status: of each event, and of all.
CREATE OR REPLACE FUNCTION event_registrations_counted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, bucket, pg_backend_pid() % 8, TG_ARGV[0]::integer * count(*)
    FROM (SELECT * FROM counted WHERE status_id <> 14 AND (status_id <> 11 OR held_until IS NULL)) r
    CROSS JOIN LATERAL (VALUES (format('eventregistration:%s:%s', event_id, status_id)),
      (format('eventregistrations:%s', status_id))) AS b (bucket)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
ALTER FUNCTION event_registrations_counted() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION event_registrations_counted() FROM PUBLIC;
CREATE TRIGGER event_registration_count_delete AFTER DELETE ON event_registration REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION event_registrations_counted('-1');
CREATE TRIGGER event_registration_count_insert AFTER INSERT ON event_registration REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION event_registrations_counted('1');

CREATE OR REPLACE FUNCTION event_registrations_counted_again() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, bucket, pg_backend_pid() % 8, sum(d)
    FROM (SELECT tenant_id, event_id, status_id, held_until, 1 AS d FROM added
      UNION ALL SELECT tenant_id, event_id, status_id, held_until, -1 FROM removed) r
    CROSS JOIN LATERAL (VALUES (format('eventregistration:%s:%s', event_id, status_id)),
      (format('eventregistrations:%s', status_id))) AS b (bucket)
    WHERE status_id <> 14 AND (status_id <> 11 OR held_until IS NULL)
    GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;
ALTER FUNCTION event_registrations_counted_again() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION event_registrations_counted_again() FROM PUBLIC;
CREATE TRIGGER event_registration_count_update AFTER UPDATE ON event_registration
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION event_registrations_counted_again();

-- Access

SELECT secure_tenant_table('event_order');
SELECT chapter_wall_by_contact('event_order', 'contact_id');

SELECT secure_tenant_table('event_order_line');
SELECT chapter_wall_by_parent('event_order_line', 'order_id,event_order,contact_id');

SELECT secure_tenant_table('event_refund');
SELECT chapter_wall_by_parent('event_refund', 'order_id,event_order,contact_id');

SELECT secure_tenant_table('event_registration');
SELECT chapter_wall_by_contact('event_registration', 'contact_id', 'benefit_owner_id');

SELECT secure_tenant_table('event_registration_session');
SELECT chapter_wall_by_parent('event_registration_session', 'registration_id,event_registration,contact_id');

SELECT secure_tenant_table('event_order_item');
SELECT chapter_wall_by_parent('event_order_item', 'order_id,event_order,contact_id');

SELECT secure_tenant_table('event_sponsor');
SELECT chapter_wall_by_contact('event_sponsor', 'contact_id', 'person_id');

SELECT secure_tenant_table('event_exhibitor');
SELECT chapter_wall_by_parent('event_exhibitor', 'order_id,event_order,contact_id');

SELECT secure_tenant_table('event_group');
SELECT chapter_wall_list('event_group');

SELECT secure_tenant_table('event_group_member');
SELECT chapter_wall_by_parent('event_group_member', 'registration_id,event_registration,contact_id');

SELECT secure_tenant_table('event_registration_link');
SELECT chapter_wall_closed('event_registration_link');

SELECT secure_tenant_table('event_certificate');
SELECT chapter_wall_by_parent('event_certificate', 'registration_id,event_registration,contact_id');
