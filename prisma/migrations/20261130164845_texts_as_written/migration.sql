-- A text that only looks like an instant is listed as it is, and is no longer read as one, which failed for 2026-02-31.
SET LOCAL check_function_bodies = off;
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
