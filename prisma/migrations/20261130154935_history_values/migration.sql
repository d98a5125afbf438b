SET LOCAL check_function_bodies = off;
CREATE OR REPLACE FUNCTION public.bounded_changes(changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
BEGIN
  IF pg_column_size(changes) < 4000 OR jsonb_typeof(changes) <> 'object' THEN
    RETURN changes;
  END IF;
  RETURN (SELECT jsonb_object_agg(f.key, CASE
    WHEN octet_length(f.value::text) <= 4000 THEN f.value
    WHEN f.value ? 'old' AND f.value ? 'new' THEN
      jsonb_build_object('old', bounded_value(f.value -> 'old', 1900), 'new', bounded_value(f.value -> 'new', 1900))
    ELSE bounded_value(f.value, 3900) END) FROM jsonb_each(changes) f);
END $function$;
CREATE OR REPLACE FUNCTION public.bounded_value(value jsonb, bytes integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  kept text := value #>> '{}';
BEGIN
  IF octet_length(value::text) <= bytes THEN
    RETURN value;
  END IF;
  WHILE octet_length(to_jsonb(kept)::text) > bytes LOOP
    kept := left(kept, (char_length(kept)::bigint * 9 * bytes / (10 * octet_length(to_jsonb(kept)::text)))::integer);
  END LOOP;
  RETURN to_jsonb(kept || ' … (cut)');
END $function$;
CREATE OR REPLACE FUNCTION public.history_value(value jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT CASE
    WHEN value IS NULL THEN 'null'
    WHEN jsonb_typeof(value) = 'number' AND value::text LIKE '%.%' THEN
      to_jsonb(regexp_replace(value::text, '(\.\d\d\d*?)0+$', '\1'))
    WHEN jsonb_typeof(value) = 'string' AND value #>> '{}' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$' THEN
      to_jsonb(to_char((value #>> '{}')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    ELSE value END $function$;
CREATE OR REPLACE FUNCTION public.listed_changes(action text, before jsonb, after jsonb, names jsonb, others jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
DECLARE
  old_row constant jsonb := before;
  new_row constant jsonb := CASE WHEN action = 'deleted' THEN '{}' ELSE coalesce(after, before) END;
  is_whole constant boolean := old_row = '{}' OR new_row = '{}';
  listed jsonb;
BEGIN
  SELECT jsonb_object_agg(d.name, CASE WHEN d.is_text THEN jsonb_build_object('old', d.old, 'new', d.new)
    ELSE jsonb_build_object('old', history_value(d.old), 'new', history_value(d.new)) END) INTO listed
  FROM (
    SELECT CASE WHEN names ? c.name THEN names ->> c.name ELSE replace(initcap(replace(
      regexp_replace(regexp_replace(c.name, '_(on|at)$', '_date'), '^(start|end)s_date$', '\1_date'), '_', ' ')), ' ', '') END AS name,
      o.value AS old, n.value AS new,
      'string' IN (jsonb_typeof(o.value), jsonb_typeof(n.value)) AND c.name !~ '_(at|until|since|from|opens|closes|ends)$|^(at|hour|due_by|activity_date)$' AS is_text
    FROM jsonb_each(old_row) o (name, value) FULL JOIN jsonb_each(new_row) n (name, value) USING (name)
      CROSS JOIN LATERAL (SELECT coalesce(o.name, n.name) AS name) c
    WHERE o.value IS DISTINCT FROM n.value
      AND NOT (is_whole AND coalesce(n.value, o.value) IN ('null', 'false', '""', '[]', '{}'))
      AND c.name <> ALL ('{tenant_id,id,audit_id,created_at,created_by,modified_at,modified_by,updated_at,deleted_at}')
      AND c.name !~ 'secret|hash|token|password|sealed|cipher|private_key|signing|credential|registry_key|_folded$'
      AND NOT (right(c.name, 4) = '_key' AND old_row || new_row ? left(c.name, -4))
  ) d WHERE d.name IS NOT NULL;
  RETURN nullif(coalesce(others, '{}') || coalesce(listed, '{}'), '{}');
END $function$;
GRANT EXECUTE ON FUNCTION bounded_changes(jsonb) TO guildhall_app;
GRANT EXECUTE ON FUNCTION bounded_changes(jsonb) TO guildhall_chapter;
GRANT EXECUTE ON FUNCTION bounded_changes(jsonb) TO guildhall_system;
GRANT EXECUTE ON FUNCTION bounded_value(jsonb,integer) TO guildhall_app;
GRANT EXECUTE ON FUNCTION bounded_value(jsonb,integer) TO guildhall_chapter;
GRANT EXECUTE ON FUNCTION bounded_value(jsonb,integer) TO guildhall_system;
GRANT EXECUTE ON FUNCTION history_value(jsonb) TO guildhall_app;
GRANT EXECUTE ON FUNCTION history_value(jsonb) TO guildhall_chapter;
GRANT EXECUTE ON FUNCTION history_value(jsonb) TO guildhall_system;
GRANT EXECUTE ON FUNCTION listed_changes(text,jsonb,jsonb,jsonb,jsonb) TO guildhall_app;
GRANT EXECUTE ON FUNCTION listed_changes(text,jsonb,jsonb,jsonb,jsonb) TO guildhall_chapter;
GRANT EXECUTE ON FUNCTION listed_changes(text,jsonb,jsonb,jsonb,jsonb) TO guildhall_system;
REVOKE EXECUTE ON FUNCTION bounded_changes(jsonb) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION bounded_value(jsonb,integer) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION history_value(jsonb) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION listed_changes(text,jsonb,jsonb,jsonb,jsonb) FROM PUBLIC;
