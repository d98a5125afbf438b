-- Constraints and indexes

ALTER TABLE contact_chapter DROP CONSTRAINT contact_chapter_tenant_id_contact_id_fkey;
ALTER TABLE contact_chapter ADD CONSTRAINT contact_chapter_tenant_id_contact_id_fkey FOREIGN KEY (tenant_id, contact_id)
  REFERENCES contact(tenant_id, id) ON DELETE CASCADE DEFERRABLE;

-- One run at a time: who asks for another one joins it.
CREATE UNIQUE INDEX chapter_assignment_running ON chapter_assignment (tenant_id) WHERE status = 'running';
CREATE UNIQUE INDEX contact_chapter_primary ON contact_chapter (tenant_id, contact_id) WHERE is_primary;

-- Functions and triggers

CREATE OR REPLACE FUNCTION new_chapter_contact(tenant integer) RETURNS integer
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

-- Access

SELECT secure_tenant_table('chapter');
-- Chapters and who is in them decide what is seen; their own rows depend on nothing else.
SELECT chapter_wall('chapter', 'id = ANY (readable_chapters())', 'false');
REVOKE INSERT, UPDATE, DELETE ON chapter FROM guildhall_chapter;
GRANT UPDATE (organization_id) ON chapter TO guildhall_chapter;

SELECT secure_tenant_table('chapter_owner');
SELECT chapter_wall('chapter_owner',
  'chapter_id = ANY (readable_chapters()) AND ' || within_chapters('chapter_owner.contact_id', 'readable_chapters'), 'false');
REVOKE INSERT, UPDATE ON chapter_owner FROM guildhall_chapter;
GRANT UPDATE (contact_id) ON chapter_owner TO guildhall_chapter;

SELECT secure_tenant_table('contact_chapter');
-- Read by the policies of most tables, by an index that a second policy would rule out.
SELECT chapter_wall('contact_chapter', 'chapter_id = ANY ((SELECT visible_chapters())::integer[])', 'false');
DROP POLICY whole_tenant ON contact_chapter;
CREATE POLICY whole_tenant_change ON contact_chapter FOR UPDATE TO guildhall_chapter
  USING (tenant_id = current_tenant() AND (SELECT is_whole_tenant()))
  WITH CHECK (tenant_id = current_tenant() AND (SELECT is_whole_tenant()));
CREATE POLICY whole_tenant_remove ON contact_chapter FOR DELETE TO guildhall_chapter
  USING (tenant_id = current_tenant() AND (SELECT is_whole_tenant()));
REVOKE INSERT, UPDATE ON contact_chapter FROM guildhall_chapter;
GRANT UPDATE (contact_id, is_by_postal_code, is_primary) ON contact_chapter TO guildhall_chapter;

SELECT secure_tenant_table('chapter_assignment');
SELECT chapter_wall_closed('chapter_assignment');
