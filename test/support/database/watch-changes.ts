import { connect } from '#kernel/database/connect'

/** Records whose changes are in the history of another record: see `RECORDED_BY`. */
const RECORDED_BY: Readonly<Record<string, string>> = {
  address: 'contact',
  contact_activity: 'contact',
  contact_address: 'contact',
  contact_certification: 'contact',
  contact_record: 'contact',
  contact_relationship: 'contact',
  contact_role: 'contact',
  contact_group_member: 'group',
  workflow_step: 'workflow',
  project_template_milestone: 'projecttemplate',
}

/** A changed or deleted row without an entry in the history of its transaction. */
export interface Unrecorded {
  table: string
  operation: string
  count: number
}

/**
 * Notes in a database each row whose version changes and each deleted row that has one, whichever statement or foreign key
 * does so, and each entry of the history.
 *
 * @returns a function that lists what has no entry with its id in the same transaction.
 */
export const watchChanges = async (ownerUrl: string): Promise<() => Promise<Unrecorded[]>> => {
  const client = await connect({ connectionString: ownerUrl })
  await client.query(WATCH)
  await client.end()
  return async () => {
    const reader = await connect({ connectionString: ownerUrl })
    const { rows } = await reader.query<Unrecorded>(UNRECORDED, [Object.keys(RECORDED_BY)])
    await reader.end()
    return rows
  }
}

const WATCH = `
  CREATE TABLE noted_change (tx xid8, "table" text, operation text, tenant_id int, id bigint);
  CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
  BEGIN
    INSERT INTO noted_change VALUES (pg_current_xact_id(), TG_TABLE_NAME, TG_OP,
      CASE TG_OP WHEN 'INSERT' THEN NEW.tenant_id ELSE OLD.tenant_id END,
      (CASE TG_OP WHEN 'INSERT' THEN to_jsonb(NEW) ->> 'entity_id' ELSE to_jsonb(OLD) ->> 'id' END)::bigint);
    RETURN NULL;
  END $$;
  CREATE TRIGGER noted AFTER INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION note_change();
  DO $$
  DECLARE
    target regclass;
  BEGIN
    FOR target IN SELECT c.oid FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
      AND c.relname <> 'audit_entry' AND (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid
        AND a.attname IN ('tenant_id', 'id', 'audit_id') AND NOT a.attisdropped) = 3
      AND (SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'id') IN ('int'::regtype, 'bigint'::regtype)
    LOOP
      EXECUTE format('CREATE TRIGGER noted AFTER UPDATE ON %s FOR EACH ROW
        WHEN (OLD.audit_id IS DISTINCT FROM NEW.audit_id) EXECUTE FUNCTION note_change()', target);
      EXECUTE format('CREATE TRIGGER noted_deletion AFTER DELETE ON %s FOR EACH ROW EXECUTE FUNCTION note_change()', target);
    END LOOP;
  END $$`

const UNRECORDED = `
  SELECT "table", operation, count(*)::int AS count FROM noted_change c
  WHERE c."table" <> 'audit_entry' AND c."table" <> ALL ($1) AND NOT EXISTS (SELECT FROM noted_change e
    WHERE e.tx = c.tx AND e."table" = 'audit_entry' AND e.tenant_id = c.tenant_id AND e.id = c.id)
  GROUP BY "table", operation ORDER BY "table", operation`
