-- Searches use the new index; that of the previous release finds more by it, too. So nothing uses the former index.
SET LOCAL check_function_bodies = off;
GRANT CREATE ON SCHEMA public TO guildhall_system;
CREATE OR REPLACE FUNCTION public.contact_search(tenant integer, wanted tsquery)
 RETURNS TABLE(id integer, sort_name text, system_type_id smallint, status_id smallint, city text, email_address text, account_number text, balance_cents bigint, modified_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO 'public', 'pg_temp'
 SET work_mem TO '64MB'
AS $function$
BEGIN
  PERFORM require_tenant(tenant);
  IF is_chapter_limited() THEN
    RETURN QUERY SELECT c.id, c.sort_name, c.system_type_id, c.status_id, c.city, c.email_address, c.account_number,
        c.balance_cents, c.modified_at
      FROM contact c
      WHERE c.tenant_id + 0 = tenant AND contact_words(c.search, c.sort_name) @@ wanted AND c.deleted_at IS NULL AND NOT c.is_unmatched
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
    WHERE c.tenant_id + 0 = tenant AND contact_words(c.search, c.sort_name) @@ wanted AND c.deleted_at IS NULL AND NOT c.is_unmatched;
END $function$;
CREATE OR REPLACE FUNCTION public.contact_search_short(tenant integer, letters text)
 RETURNS TABLE(id integer, sort_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  after_all CONSTANT text := letters || U&'\+10FFFF';
BEGIN
  PERFORM require_tenant(tenant);
  IF is_chapter_limited() THEN
    RETURN QUERY SELECT c.id, c.sort_name
      FROM contact_search(tenant, (quote_literal(tenant || '|' || letters) || ':*')::tsquery) s
        JOIN contact c ON c.tenant_id = tenant AND c.id = s.id
      WHERE c.sort_name >= letters AND c.sort_name < after_all OR c.first_name_key = letters;
    RETURN;
  END IF;
  RETURN QUERY SELECT c.id, c.sort_name FROM contact c
    WHERE c.tenant_id = tenant AND c.sort_name >= letters AND c.sort_name < after_all AND c.deleted_at IS NULL
      AND NOT c.is_unmatched;
  RETURN QUERY SELECT c.id, c.sort_name FROM contact c
    WHERE c.tenant_id = tenant AND c.first_name_key = letters AND c.deleted_at IS NULL AND c.system_type_id = 1
      AND NOT c.is_unmatched AND NOT (c.sort_name >= letters AND c.sort_name < after_all);
END $function$;
ALTER FUNCTION contact_search_short(integer,text) OWNER TO guildhall_system;
GRANT EXECUTE ON FUNCTION contact_search_short(integer,text) TO guildhall_app;
GRANT EXECUTE ON FUNCTION contact_search_short(integer,text) TO guildhall_chapter;
GRANT EXECUTE ON FUNCTION contact_search_short(integer,text) TO guildhall_system;
REVOKE EXECUTE ON FUNCTION contact_search_short(integer,text) FROM PUBLIC;
DROP INDEX contact_search;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
