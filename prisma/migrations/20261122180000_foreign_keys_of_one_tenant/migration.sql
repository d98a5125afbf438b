-- Keys never change, so nothing has to follow them: ON UPDATE CASCADE would let a change of tenant_id move rows to another
-- tenant. A moved tenant brings its ids with it. Deletions, deferral and names stay as they are.
DO $$
DECLARE
  item record;
BEGIN
  FOR item IN
    SELECT conrelid::regclass AS target, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND confupdtype <> 'a' AND conparentid = 0
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', item.target, item.conname);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', item.target, item.conname,
      regexp_replace(item.definition, ' ON UPDATE (CASCADE|RESTRICT|SET NULL|SET DEFAULT)', ''));
  END LOOP;
END $$;
