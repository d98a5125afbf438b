-- Constraints and indexes

CREATE INDEX association_change_made ON association_change (modified_at);
-- Children that wait for their parent, and what the daily check reads.
CREATE INDEX association_member_waiting ON association_member (tenant_id, waiting_parent_id)
  WHERE waiting_parent_id IS NOT NULL;
CREATE INDEX association_settings_receive_due ON association_settings (receive_due_at) WHERE receive_due_at IS NOT NULL;
CREATE INDEX "association_settings_registry_key_key" ON "association_settings" ((left("registry_key", 8)), "tenant_id", "id");
CREATE INDEX association_transaction_received ON association_transaction (received_at);
-- Rows that a job has to send or apply, by due time for the task that covers all tenants, and in order per tenant.
CREATE INDEX registry_event_due ON registry_event (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX registry_event_ended ON registry_event (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX "registry_event_given_up" ON "registry_event" ("tenant_id", "id") WHERE "status" = 'GivenUp';
CREATE INDEX "registry_event_next" ON "registry_event" ("tenant_id", "due_at") WHERE "due_at" IS NOT NULL;
CREATE INDEX registry_event_open ON registry_event (tenant_id, contact_id, id) WHERE settled_at IS NULL;

-- Functions and triggers

-- Changes after a position, as JSON rows in the order of (time, id), without those of an origin; without an origin, only
-- those made here. The horizon is read first, and the rows by a statement with a snapshot of its own: see contact_changes.
CREATE OR REPLACE FUNCTION association_changes(since timestamptz, after_id bigint, excluded text, wanted integer)
  RETURNS TABLE (at text, id text, transaction_id text, change_type text, origin text, contact jsonb)
  LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  tenant constant integer := current_tenant();
  horizon timestamptz;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'association_changes needs a snapshot of its own: read committed';
  END IF;
  horizon := feed_horizon();
  RETURN QUERY SELECT to_char(c.modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), c.id::text,
      c.transaction_id::text, c.change_type, c.origin, c.contact
    FROM association_change c
    WHERE c.tenant_id = tenant AND (c.modified_at, c.id) > (since, after_id) AND c.modified_at < horizon
      AND CASE WHEN excluded IS NULL THEN c.origin = 'local' ELSE c.origin <> excluded END
    ORDER BY c.modified_at, c.id LIMIT wanted;
END $$;
REVOKE EXECUTE ON FUNCTION association_changes(timestamptz,bigint,text,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION association_changes(timestamptz,bigint,text,integer) TO guildhall_app;

-- Access

SELECT secure_tenant_table('association_settings');
SELECT chapter_wall_closed('association_settings');

SELECT secure_tenant_table('association_member');
SELECT chapter_wall_by_contact('association_member', 'contact_id');

SELECT secure_tenant_table('association_transaction');
SELECT chapter_wall_closed('association_transaction');

SELECT secure_tenant_table('association_change');
SELECT chapter_wall_closed('association_change');

SELECT secure_tenant_table('registry_event');
SELECT chapter_wall_by_contact('registry_event', 'contact_id');

SELECT secure_tenant_table('embedded_registry_record');
SELECT chapter_wall_closed('embedded_registry_record');

SELECT secure_tenant_table('embedded_registry_request');
SELECT chapter_wall_closed('embedded_registry_request');

SELECT secure_tenant_table('embedded_registry_change');
SELECT chapter_wall_closed('embedded_registry_change');
