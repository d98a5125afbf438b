-- The functions that compare names and searched texts (docs/decisions/0097). The next two migrations exchange the index of words:
-- it is built while requests go on, which a transaction cannot do.
SET LOCAL check_function_bodies = off;
GRANT CREATE ON SCHEMA public TO guildhall_system;
CREATE OR REPLACE FUNCTION public.spelling_form(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(folded, '(a)[ae]+|([ou])e+|(d)j+'::text, '\1\2\3'::text, 'g'::text);
CREATE OR REPLACE FUNCTION public.search_fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN (octet_length(value) = length(value)) THEN translate(lower(value), '''`'::text, ''::text) ELSE NORMALIZE(translate(replace(replace(replace(replace(regexp_replace(lower(NORMALIZE(value, NFKD)), '[\u0300-\u0305\u0307-\u036f''’ʼ`]|(?<!и)\u0306'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'þ'::text, 'th'::text), 'øđðłħıŋς'::text, 'oddlhinσ'::text), NFC) END;
CREATE OR REPLACE FUNCTION public.search_text(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  folded CONSTANT text := search_fold(value);
BEGIN
  RETURN folded || E'\n' || spelling_form(folded);
END $function$;
CREATE OR REPLACE FUNCTION public.search_patterns(wanted text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  escaped CONSTANT text := '([][\\.^$*+?(){}|-])';
  patterns text[] := '{}';
  word text;
  form text;
  pattern text;
BEGIN
  FOREACH word IN ARRAY regexp_split_to_array(btrim(search_fold(wanted)), '\s+') LOOP
    word := coalesce(nullif(regexp_replace(word, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g'), ''), word);
    CONTINUE WHEN word = '' OR cardinality(patterns) = 8;
    form := spelling_form(word);
    pattern := regexp_replace(word, escaped, '\\\1', 'g');
    IF length(word) < 3 AND word ~ '^[[:alnum:]]' AND word < U&'\0E00' COLLATE "C" THEN
      pattern := '\m' || pattern;
    END IF;
    IF form <> word THEN
      form := regexp_replace(form, escaped, '\\\1', 'g');
      pattern := pattern || '|' || CASE WHEN length(form) < 4 THEN '\m' || form || '\M' ELSE form END;
    END IF;
    patterns := patterns || pattern;
  END LOOP;
  RETURN patterns;
END $function$;
CREATE OR REPLACE FUNCTION public.contact_words(search tsvector, names text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  tenant CONSTANT text := split_part((tsvector_to_array(search))[1], '|', 1);
  word text;
  form text;
  parts text[] := '{}';
BEGIN
  IF tenant IS NULL THEN
    RETURN search;
  END IF;
  FOREACH word IN ARRAY string_to_array(names, ' ') LOOP
    CONTINUE WHEN word < 'a' COLLATE "C" OR word >= U&'\0E00' COLLATE "C";
    FOR at IN 2 .. length(word) - 2 LOOP
      parts := parts || (tenant || '~' || substr(word, at, 48));
    END LOOP;
    form := spelling_form(word);
    IF form <> word THEN
      parts := parts || (tenant || '|' || left(form, 48));
      FOR at IN 2 .. length(form) - 2 LOOP
        parts := parts || (tenant || '~' || substr(form, at, 48));
      END LOOP;
    END IF;
  END LOOP;
  RETURN search || array_to_tsvector(parts);
END $function$;
CREATE OR REPLACE FUNCTION public.organizations_by_spelling(tenant integer, forms text[])
 RETURNS TABLE(contact_id integer, form text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM require_tenant(tenant);
  RETURN QUERY SELECT c.id, spelling_form(c.organization_name_key) FROM contact c
    WHERE c.tenant_id = tenant AND spelling_form(c.organization_name_key) = ANY (forms) AND c.deleted_at IS NULL
      AND c.system_type_id = 2
      AND (NOT is_chapter_limited() OR EXISTS (SELECT FROM contact_chapter m WHERE m.tenant_id = c.tenant_id
          AND m.contact_id = c.id AND m.chapter_id = ANY (readable_chapters()))
        OR EXISTS (SELECT FROM chapter h WHERE h.tenant_id = c.tenant_id AND h.organization_id = c.id
          AND h.id = ANY (readable_chapters())));
END $function$;
CREATE OR REPLACE FUNCTION public.contact_candidates(locks bigint[], type_id integer, first_key text, last_key text, organization_key text, email_keys text[], except_id integer)
 RETURNS TABLE(contact_id integer, system_type_id integer, name text, score integer, by_first_name boolean, by_last_name boolean, by_organization_name boolean, by_email boolean)
 LANGUAGE plpgsql
 ROWS 1
AS $function$
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
END $function$;
ALTER FUNCTION organizations_by_spelling(integer,text[]) OWNER TO guildhall_system;
CREATE INDEX contact_organization_spelling ON public.contact USING btree (tenant_id, spelling_form(organization_name_key)) WHERE ((deleted_at IS NULL) AND (system_type_id = 2));
GRANT EXECUTE ON FUNCTION contact_words(tsvector,text) TO PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_by_spelling(integer,text[]) TO guildhall_app;
GRANT EXECUTE ON FUNCTION organizations_by_spelling(integer,text[]) TO guildhall_chapter;
GRANT EXECUTE ON FUNCTION organizations_by_spelling(integer,text[]) TO guildhall_system;
GRANT EXECUTE ON FUNCTION search_fold(text) TO PUBLIC;
GRANT EXECUTE ON FUNCTION search_patterns(text) TO PUBLIC;
GRANT EXECUTE ON FUNCTION search_text(text) TO PUBLIC;
GRANT EXECUTE ON FUNCTION spelling_form(text) TO PUBLIC;
REVOKE EXECUTE ON FUNCTION organizations_by_spelling(integer,text[]) FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
