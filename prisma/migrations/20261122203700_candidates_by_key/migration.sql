-- The same contacts as before (see the foundation), found in two steps: most new contacts share no key with another one,
-- and for them the function ends after the first.
CREATE OR REPLACE FUNCTION contact_candidates(locks bigint[], type_id integer, first_key text, last_key text,
  organization_key text, email_keys text[], except_id integer)
  RETURNS TABLE (contact_id integer, system_type_id integer, name text, score integer,
    by_first_name boolean, by_last_name boolean, by_organization_name boolean, by_email boolean)
  LANGUAGE plpgsql VOLATILE ROWS 1 AS $$
DECLARE
  tenant integer := current_tenant();
  key bigint;
  with_email integer[];
  with_name integer[] := '{}';
BEGIN
  FOREACH key IN ARRAY locks LOOP
    PERFORM pg_advisory_xact_lock(key);
  END LOOP;
  with_email := ARRAY(SELECT e.contact_id FROM contact_email e
    WHERE e.tenant_id = tenant AND e.address_key = ANY(email_keys));
  IF type_id = 2 THEN
    with_name := ARRAY(SELECT c.id FROM contact c WHERE c.tenant_id = tenant
      AND c.organization_name_key = organization_key AND c.deleted_at IS NULL AND c.system_type_id = 2);
  END IF;
  IF with_email = '{}' AND with_name = '{}' THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH compared AS (
      SELECT c.id, c.system_type_id::integer AS kind, c.display_name, coalesce(c.first_name_key = first_key, false) AS f,
        coalesce(c.last_name_key = last_key, false) AS l, coalesce(c.organization_name_key = organization_key, false) AS o,
        c.id = ANY(with_email) AS e
      FROM contact c WHERE c.tenant_id = tenant AND c.id = ANY(with_email || with_name)
        AND c.system_type_id = type_id AND c.deleted_at IS NULL AND c.id <> except_id
    ), scored AS (
      SELECT *, f::integer * 5 + l::integer * 7 + o::integer * 10 + e::integer * 10 AS points FROM compared
    )
    SELECT s.id, s.kind, s.display_name, s.points, s.f, s.l, s.o, s.e FROM scored s
    WHERE s.points >= CASE type_id WHEN 1 THEN 20 ELSE 10 END ORDER BY s.points DESC, s.id LIMIT 20;
END $$;
