-- Constraints and indexes

ALTER TABLE connection ADD CONSTRAINT connection_parts CHECK (individual_parts BETWEEN 0 AND 15 AND business_parts BETWEEN 0
  AND 15);
ALTER TABLE connection ADD CONSTRAINT connection_status CHECK (status IN ('Pending', 'Copying', 'Active', 'Failed'));
ALTER TABLE connection_gap ADD CONSTRAINT connection_gap_kind CHECK (kind IN ('type', 'level', 'choice', 'value', 'role',
  'more'));
ALTER TABLE exchange_party ADD CONSTRAINT exchange_party_consent CHECK (consent IN ('Invited', 'Accepted', 'Declined'));

CREATE INDEX "connection_failed" ON "connection" ("tenant_id", "id") WHERE "status" = 'Failed' AND "deleted_at" IS NULL;
-- One connection for each exchange and source.
CREATE UNIQUE INDEX connection_of_pair ON connection (tenant_id, exchange_id, is_source, other_key) WHERE deleted_at IS NULL;
CREATE INDEX "connection_sealed_key" ON "connection" ((left("sealed", 8)), "tenant_id", "id");
CREATE INDEX "connection_work" ON "connection" ("tenant_id", "id") WHERE "has_work";
-- The contacts that are sent again when a gap is closed.
CREATE INDEX connection_received_contact_incomplete ON connection_received_contact (tenant_id, connection_id,
  source_contact_id)
  WHERE is_incomplete;
CREATE INDEX "exchange_party_sealed_key" ON "exchange_party" ((left("sealed", 8)), "tenant_id", "id");

-- Functions and triggers

CREATE OR REPLACE FUNCTION open_tenants(tenant integer, wanted text, is_exact boolean, max_rows integer)
  RETURNS TABLE (key text, name text, hub_key text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_tenant(tenant);
  RETURN QUERY SELECT t.key, t.name, t.hub_tenant_key FROM tenant t
    WHERE t.id <> tenant AND t.is_open_to_exchanges
      AND (t.key = wanted OR NOT is_exact AND (strpos(t.key, lower(wanted)) > 0 OR strpos(lower(t.name), lower(wanted)) > 0))
    ORDER BY lower(t.name), t.key LIMIT max_rows;
END $$;
ALTER FUNCTION open_tenants(integer,text,boolean,integer) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION open_tenants(integer,text,boolean,integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_tenants(integer,text,boolean,integer) TO guildhall_app;

-- Who runs a chapter as a tenant of this service is named by that tenant's key. The wall hides other tenants from
-- requests; this answers the name behind one key, and nothing else.
CREATE OR REPLACE FUNCTION tenant_name_of(tenant integer, wanted text) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  PERFORM require_tenant(tenant);
  RETURN (SELECT t.name FROM tenant t WHERE t.key = wanted);
END $$;
ALTER FUNCTION tenant_name_of(integer,text) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION tenant_name_of(integer,text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_name_of(integer,text) TO guildhall_app, guildhall_chapter;

-- Access

SELECT secure_tenant_table('exchange');
SELECT chapter_wall_closed('exchange');

SELECT secure_tenant_table('exchange_party');
SELECT chapter_wall_closed('exchange_party');

SELECT secure_tenant_table('connection');
SELECT chapter_wall_list('connection');

SELECT secure_tenant_table('connection_message');
SELECT chapter_wall_closed('connection_message');

SELECT secure_tenant_table('connection_sent_contact');
SELECT chapter_wall_closed('connection_sent_contact');

SELECT secure_tenant_table('connection_received_contact');
SELECT chapter_wall_closed('connection_received_contact');

SELECT secure_tenant_table('connection_received_role');
SELECT chapter_wall_closed('connection_received_role');

SELECT secure_tenant_table('connection_gap');
SELECT chapter_wall_closed('connection_gap');

SELECT secure_tenant_table('exchange_receipt');
SELECT chapter_wall_closed('exchange_receipt');
GRANT SELECT, INSERT, UPDATE, DELETE ON peer TO guildhall_system;
