import type pg from 'pg'

/** The keys of tenants whose ids are 1,000,000 higher, for tests in which no other tenant may have an id of theirs. */
export const APART = 'apart-'

/**
 * Lets each tenant draw its own ids, as in a database to which tenants were moved from others: an id that is used without
 * its tenant finds the record of another tenant. The ids of every tenant begin where the sequence of the table began. They
 * are numbers of the sequence minus those that were drawn before the first one of the tenant. Rows without an id get one by
 * a trigger instead of the default.
 */
export const giveOwnIds = async (owner: pg.Client): Promise<void> => {
  await owner.query(OWN_IDS)
  const { rows } = await owner.query<{ name: string; source: string }>(NUMBERED)
  for (const { name, source } of rows)
    await owner.query(`ALTER TABLE ${name} ALTER COLUMN id DROP DEFAULT;
      CREATE TRIGGER a_own_id BEFORE INSERT ON ${name} FOR EACH ROW WHEN (NEW.id IS NULL)
        EXECUTE FUNCTION own_ids.set_id('${source}');
      ALTER TABLE ${name} ENABLE ALWAYS TRIGGER a_own_id`)
}

const NUMBERED = `
  SELECT c.oid::regclass::text AS name, d.objid::regclass::text AS source
  FROM pg_class c
    JOIN pg_attribute t ON t.attrelid = c.oid AND t.attname = 'tenant_id'
    JOIN pg_attribute i ON i.attrelid = c.oid AND i.attname = 'id'
    JOIN pg_depend d ON d.refobjid = c.oid AND d.refobjsubid = i.attnum AND d.classid = 'pg_class'::regclass
    JOIN pg_sequence s ON s.seqrelid = d.objid
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND d.deptype = 'a'`

export const OWN_IDS = `
  CREATE SCHEMA own_ids;
  GRANT USAGE ON SCHEMA own_ids TO PUBLIC;
  CREATE TABLE own_ids.start AS SELECT s.seqrelid::regclass AS source, pg_sequence_last_value(s.seqrelid) AS start
    FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid WHERE c.relnamespace = 'public'::regnamespace;
  CREATE TABLE own_ids.base (tenant_id integer, source regclass, base bigint NOT NULL, PRIMARY KEY (tenant_id, source));

  CREATE FUNCTION own_ids.draw(tenant integer, source regclass) RETURNS bigint
    LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    used bigint;
  BEGIN
    IF NOT EXISTS (SELECT FROM own_ids.base b WHERE b.tenant_id = tenant AND b.source = draw.source) THEN
      EXECUTE format('SELECT max(id) FROM %s WHERE tenant_id = $1',
        (SELECT d.refobjid::regclass FROM pg_depend d 
          WHERE d.objid = draw.source AND d.classid = 'pg_class'::regclass AND d.deptype = 'a')) INTO used USING tenant;
      INSERT INTO own_ids.base VALUES (tenant, source, nextval(draw.source)
        - coalesce(used, (SELECT s.start FROM own_ids.start s WHERE s.source = draw.source))
        - CASE WHEN EXISTS (SELECT FROM tenant t WHERE t.id = draw.tenant AND t.key LIKE '${APART}%') THEN 1000000 ELSE 0 END)
        ON CONFLICT DO NOTHING;
    END IF;
    -- The number is drawn after the base is known: one that was drawn before could be at or below the base of another
    -- session, which is an id of 0 or less.
    RETURN (SELECT nextval(draw.source) - b.base FROM own_ids.base b WHERE b.tenant_id = tenant AND b.source = draw.source);
  END $$;

  CREATE FUNCTION own_ids.set_id() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.id := own_ids.draw(NEW.tenant_id, TG_ARGV[0]::regclass);
    RETURN NEW;
  END $$;

  CREATE OR REPLACE FUNCTION next_id(tenant integer, source regclass) RETURNS bigint LANGUAGE sql VOLATILE
    AS $$ SELECT own_ids.draw(tenant, source) $$;`

/** Lets the ids of new rows of a tenant begin after a number, for tables of which it has no row yet. */
export const drawIdsAfter = async (
  owner: pg.Client,
  tenantId: number,
  tables: readonly string[],
  last: number,
): Promise<void> => {
  for (const table of tables)
    await owner.query('INSERT INTO own_ids.base SELECT $1, $2::regclass, nextval($2::regclass) - $3', [
      tenantId,
      `${table}_id_seq`,
      last,
    ])
}
