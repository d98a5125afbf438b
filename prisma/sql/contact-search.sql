-- Functions and triggers

-- Organizations by the form that the spellings of their names have in common (spelling_form). Its rights are those of the owner,
-- because row-level security would keep the index from being used. A caller that is limited to chapters gets those of its chapters.
CREATE OR REPLACE FUNCTION organizations_by_spelling(tenant integer, forms text[]) RETURNS TABLE (contact_id integer, form text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1 AS $$
BEGIN
  PERFORM require_tenant(tenant);
  RETURN QUERY SELECT c.id, spelling_form(c.organization_name_key) FROM contact c
    WHERE c.tenant_id = tenant AND spelling_form(c.organization_name_key) = ANY (forms) AND c.deleted_at IS NULL
      AND c.system_type_id = 2
      AND (NOT is_chapter_limited() OR EXISTS (SELECT FROM contact_chapter m WHERE m.tenant_id = c.tenant_id
          AND m.contact_id = c.id AND m.chapter_id = ANY (readable_chapters()))
        OR EXISTS (SELECT FROM chapter h WHERE h.tenant_id = c.tenant_id AND h.organization_id = c.id
          AND h.id = ANY (readable_chapters())));
END $$;
ALTER FUNCTION organizations_by_spelling(integer,text[]) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION organizations_by_spelling(integer,text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_by_spelling(integer,text[]) TO guildhall_app, guildhall_chapter;

-- The contacts that may be the same as a new one, found in two steps: most new contacts share no key with another one, and for
-- them the function ends after the first. Names are compared in the form that their spellings have in common.
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
    with_name := ARRAY(SELECT o.contact_id FROM organizations_by_spelling(tenant, ARRAY[spelling_form(organization_key)]) o);
  END IF;
  IF with_email = '{}' AND with_name = '{}' THEN
    RETURN;
  END IF;
  RETURN QUERY
    WITH compared AS (
      SELECT c.id, c.system_type_id::integer AS kind, c.display_name,
        coalesce(spelling_form(c.first_name_key) = spelling_form(first_key), false) AS f,
        coalesce(spelling_form(c.last_name_key) = spelling_form(last_key), false) AS l,
        coalesce(spelling_form(c.organization_name_key) = spelling_form(organization_key), false) AS o,
        c.id = ANY(with_email) AS e
      FROM contact c WHERE c.tenant_id = tenant AND c.id = ANY(with_email || with_name)
        AND c.system_type_id = type_id AND c.deleted_at IS NULL AND c.id <> except_id
    ), scored AS (
      SELECT *, f::integer * 5 + l::integer * 7 + o::integer * 10 + e::integer * 10 AS points FROM compared
    )
    SELECT s.id, s.kind, s.display_name, s.points, s.f, s.l, s.o, s.e FROM scored s
    WHERE s.points >= CASE type_id WHEN 1 THEN 20 ELSE 10 END ORDER BY s.points DESC, s.id LIMIT 20;
END $$;

-- Search for the contacts of the chapters alone; for everybody else for those of the tenant. With less memory the bitmap of a common
-- word contains pages instead of rows, and contact_words would be computed for every row of these.
CREATE OR REPLACE FUNCTION contact_search(tenant integer, wanted tsquery) RETURNS TABLE (id integer, sort_name text,
    system_type_id smallint, status_id smallint, city text, email_address text, account_number text, balance_cents bigint,
    modified_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET work_mem = '64MB' ROWS 100
  AS $$
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
END $$;
ALTER FUNCTION contact_search(integer,tsquery) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION contact_search(integer,tsquery) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contact_search(integer,tsquery) TO guildhall_app, guildhall_chapter;

-- Search for one or two letters: the contacts that lists by name show under them, and individuals with such a first name. Every third
-- contact has a word that begins with a common letter, and all of them would be read to be counted; these are counted in the index.
CREATE OR REPLACE FUNCTION contact_search_short(tenant integer, letters text) RETURNS TABLE (id integer, sort_name text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 1000 AS $$
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
END $$;
ALTER FUNCTION contact_search_short(integer,text) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION contact_search_short(integer,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contact_search_short(integer,text) TO guildhall_app, guildhall_chapter;
