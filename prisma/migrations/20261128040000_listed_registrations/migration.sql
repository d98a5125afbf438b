-- What Prisma cannot express.

-- Orders of the lists of registrations, with the rows that they have: none of carts.
-- by hand: event_registration_listed
CREATE INDEX event_registration_listed ON event_registration (tenant_id, event_id, registered_at, id)
  WHERE status_id <> 14 AND (status_id <> 11 OR held_until IS NULL);
-- by hand: event_registration_all_listed
CREATE INDEX event_registration_all_listed ON event_registration (tenant_id, registered_at, id)
  WHERE status_id <> 14 AND (status_id <> 11 OR held_until IS NULL);
-- by hand: event_order_submitted_listed
CREATE INDEX event_order_submitted_listed ON event_order (tenant_id, event_id, submitted_at, id)
  WHERE state = 'submitted';

GRANT CREATE ON SCHEMA public TO guildhall_system;

-- Totals of the lists of registrations by status: of each event, and of all.
CREATE FUNCTION event_registrations_counted() RETURNS trigger
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

CREATE FUNCTION event_registrations_counted_again() RETURNS trigger
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

-- Totals of the lists of orders. A cart becomes an order by an update.
CREATE FUNCTION event_orders_counted() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'eventorder:' || event_id, pg_backend_pid() % 8, TG_ARGV[0]::integer * count(*)
    FROM counted WHERE state = 'submitted' GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

-- For each row, because a trigger for each statement has no condition: saves of carts must not call it.
CREATE FUNCTION event_order_counted_again() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    VALUES (NEW.tenant_id, 'eventorder:' || NEW.event_id, pg_backend_pid() % 8,
      CASE WHEN NEW.state = 'submitted' THEN 1 ELSE -1 END)
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  RETURN NULL;
END $$;

DO $$
DECLARE
  counter text;
BEGIN
  FOREACH counter IN ARRAY ARRAY['event_registrations_counted', 'event_registrations_counted_again',
    'event_orders_counted', 'event_order_counted_again']
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %I() FROM PUBLIC', counter);
    EXECUTE format('ALTER FUNCTION %I() OWNER TO guildhall_system', counter);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;

CREATE TRIGGER event_registration_count_insert AFTER INSERT ON event_registration REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION event_registrations_counted('1');
CREATE TRIGGER event_registration_count_delete AFTER DELETE ON event_registration REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION event_registrations_counted('-1');
CREATE TRIGGER event_registration_count_update AFTER UPDATE ON event_registration
  REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION event_registrations_counted_again();
CREATE TRIGGER event_order_count_insert AFTER INSERT ON event_order REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION event_orders_counted('1');
CREATE TRIGGER event_order_count_delete AFTER DELETE ON event_order REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION event_orders_counted('-1');
CREATE TRIGGER event_order_count_update AFTER UPDATE ON event_order FOR EACH ROW
  WHEN ((OLD.state = 'submitted') <> (NEW.state = 'submitted')) EXECUTE FUNCTION event_order_counted_again();

-- Rows from before the totals were kept.
SET LOCAL ROLE guildhall_system;
INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
  SELECT r.tenant_id, b.bucket, 0, count(*) FROM event_registration r
  CROSS JOIN LATERAL (VALUES (format('eventregistration:%s:%s', r.event_id, r.status_id)),
    (format('eventregistrations:%s', r.status_id))) AS b (bucket)
  WHERE r.status_id <> 14 AND (r.status_id <> 11 OR r.held_until IS NULL) GROUP BY 1, 2
  UNION ALL SELECT o.tenant_id, 'eventorder:' || o.event_id, 0, count(*) FROM event_order o
  WHERE o.state = 'submitted' GROUP BY 1, 2;
RESET ROLE;
