-- Functions with the rights of their owner take the tenant first and compare it with the tenant of the session: a statement
-- that names another tenant fails, and none works by the session's setting alone.
GRANT CREATE ON SCHEMA public TO guildhall_system;

CREATE FUNCTION require_tenant(tenant integer) RETURNS integer LANGUAGE plpgsql STABLE PARALLEL SAFE
  SET search_path = public, pg_temp AS $$
BEGIN
  IF tenant IS NULL OR tenant IS DISTINCT FROM current_tenant() THEN
    RAISE EXCEPTION 'tenant % is not the tenant of this session', coalesce(tenant::text, 'null')
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN tenant;
END $$;

-- Draws the id of a new row before it is written. Ids need to be unique in their tenant only: tests replace this function.
CREATE FUNCTION next_id(tenant integer, source regclass) RETURNS bigint LANGUAGE sql VOLATILE
  AS $$ SELECT nextval(source) $$;

-- Search behind row-level security: @@ is not leakproof, so the policy would come first and the index be lost. Every lexeme
-- starts with its tenant ("42|smith"), so an entry of the index belongs to one tenant. With the ids come the keys of every
-- order of the list, so that of thousands found only those of the page are looked up.
DROP FUNCTION contact_search(tsquery);
CREATE FUNCTION contact_search(tenant integer, wanted tsquery) RETURNS TABLE (id integer, sort_name text,
    system_type_id smallint, status_id smallint, city text, email_address text, account_number text, balance_cents bigint,
    modified_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 100
  AS $$
BEGIN
  PERFORM require_tenant(tenant);
  IF is_chapter_limited() THEN
    RETURN QUERY SELECT c.id, c.sort_name, c.system_type_id, c.status_id, c.city, c.email_address, c.account_number,
        c.balance_cents, c.modified_at
      FROM contact c
      WHERE c.tenant_id + 0 = tenant AND c.search @@ wanted AND c.deleted_at IS NULL AND NOT c.is_unmatched
        AND (EXISTS (SELECT FROM contact_chapter m WHERE m.tenant_id = c.tenant_id AND m.contact_id = c.id
            AND m.chapter_id = ANY (readable_chapters()))
          OR EXISTS (SELECT FROM chapter h WHERE h.tenant_id = c.tenant_id AND h.organization_id = c.id
            AND h.id = ANY (readable_chapters())));
    RETURN;
  END IF;
  -- "+ 0" keeps the planner from the indexes by tenant: a plan made for a small tenant would read all of a large one.
  RETURN QUERY SELECT c.id, c.sort_name, c.system_type_id, c.status_id, c.city, c.email_address, c.account_number,
      c.balance_cents, c.modified_at
    FROM contact c
    WHERE c.tenant_id + 0 = tenant AND c.search @@ wanted AND c.deleted_at IS NULL AND NOT c.is_unmatched;
END $$;
ALTER FUNCTION contact_search(integer, tsquery) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION contact_search(integer, tsquery) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contact_search(integer, tsquery) TO guildhall_app, guildhall_chapter;

-- The name of the tenant with a key: the only fact about other tenants that a request can read.
DROP FUNCTION tenant_name_of(text);
CREATE FUNCTION tenant_name_of(tenant integer, wanted text) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  PERFORM require_tenant(tenant);
  RETURN (SELECT t.name FROM tenant t WHERE t.key = wanted);
END $$;
ALTER FUNCTION tenant_name_of(integer, text) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION tenant_name_of(integer, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_name_of(integer, text) TO guildhall_app, guildhall_chapter;

-- Takes the id of a contact that a caller limited to chapters creates, and puts it into the first of its editable chapters.
DROP FUNCTION new_chapter_contact();
CREATE FUNCTION new_chapter_contact(tenant integer) RETURNS integer
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  made integer;
  chapter constant integer := (SELECT min(c) FROM unnest(editable_chapters()) AS c);
BEGIN
  PERFORM require_tenant(tenant);
  IF chapter IS NULL THEN
    RAISE EXCEPTION 'there is no chapter to put a contact into' USING ERRCODE = 'insufficient_privilege';
  END IF;
  made := next_id(tenant, 'contact_id_seq');
  SET CONSTRAINTS contact_chapter_tenant_id_contact_id_fkey DEFERRED;
  INSERT INTO contact_chapter (tenant_id, contact_id, chapter_id, is_primary) VALUES (tenant, made, chapter, true);
  RETURN made;
END $$;
ALTER FUNCTION new_chapter_contact(integer) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION new_chapter_contact(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION new_chapter_contact(integer) TO guildhall_chapter;

-- Whether only contacts of the chapters use the address. One that no contact uses is new.
CREATE FUNCTION is_address_within(tenant integer, place integer, chapters integer[]) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT require_tenant(tenant) IS NOT NULL
    AND NOT EXISTS (SELECT FROM contact_address u WHERE u.tenant_id = tenant AND u.address_id = place
      AND NOT EXISTS (SELECT FROM contact_chapter m WHERE m.tenant_id = u.tenant_id AND m.contact_id = u.contact_id
        AND m.chapter_id = ANY (chapters))
      AND NOT EXISTS (SELECT FROM chapter h WHERE h.tenant_id = u.tenant_id AND h.organization_id = u.contact_id
        AND h.id = ANY (chapters)))
$$;
ALTER FUNCTION is_address_within(integer, integer, integer[]) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION is_address_within(integer, integer, integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_address_within(integer, integer, integer[]) TO guildhall_chapter;
DROP POLICY chapter_read ON address;
DROP POLICY chapter_add ON address;
DROP POLICY chapter_change ON address;
DROP POLICY chapter_remove ON address;
DROP POLICY whole_tenant ON address;
SELECT chapter_wall('address',
  '(EXISTS (SELECT FROM contact_address wu WHERE wu.tenant_id = current_tenant() AND wu.address_id = address.id)
    OR is_address_within(current_tenant(), id, ''{}''))', 'is_address_within(current_tenant(), id, editable_chapters())');
DROP FUNCTION is_address_within(integer, integer[]);

REVOKE CREATE ON SCHEMA public FROM guildhall_system;

-- Adds jobs of one tenant, or with null those of the installation. Their keys and queues start with the tenant, so that a
-- tenant can neither replace nor delay a job of another one. Only the kernel, which acts without a tenant, can name any.
DROP FUNCTION enqueue_jobs(json);
CREATE FUNCTION enqueue_jobs(tenant integer, specs json) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF current_tenant() IS NOT NULL OR session_user::text ~ '^guildhall_(app|chapter)_' THEN
    PERFORM require_tenant(tenant);
  END IF;
  IF EXISTS (
    SELECT FROM json_array_elements(specs) AS s WHERE s -> 'payload' ->> 'tenantId' IS DISTINCT FROM tenant::text
  ) THEN
    RAISE EXCEPTION 'a job of a tenant carries its tenantId' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM graphile_worker.add_job(
    s.name, s.payload, queue_name => job_name_of(s.payload, s.queue), run_at => s."runAt", max_attempts => s.attempts,
    job_key => job_name_of(s.payload, s.key), priority => s.priority)
  FROM json_to_recordset(specs) AS s (
    name text, payload json, key text, queue text, "runAt" timestamptz, attempts integer, priority integer);
END $$;
REVOKE EXECUTE ON FUNCTION enqueue_jobs(integer, json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(integer, json) TO guildhall_app, guildhall_chapter, guildhall_system;
