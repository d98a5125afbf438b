-- Constraints and indexes

ALTER TABLE native_connector ADD CONSTRAINT native_connector_connected CHECK ((credentials IS NULL) = (connected_at IS NULL));
ALTER TABLE native_execution ADD CONSTRAINT native_execution_due CHECK ((due_at IS NULL) = (ended_at IS NOT NULL));
ALTER TABLE native_execution ADD CONSTRAINT native_execution_status CHECK (status IN ('Pending', 'Running', 'Succeeded',
  'Failed'));
ALTER TABLE native_integration ADD CONSTRAINT native_integration_status CHECK (last_status IN ('Succeeded', 'Failed'));

CREATE INDEX "native_authorization_verifier_key" ON "native_authorization" ((left("verifier", 8)), "tenant_id", "id");
CREATE INDEX "native_connector_credentials_key" ON "native_connector" ((left("credentials", 8)), "tenant_id", "id");
CREATE INDEX native_execution_due ON native_execution (tenant_id, integration_id, due_at) WHERE ended_at IS NULL;
CREATE INDEX "native_feed_sealed_key" ON "native_feed" ((left("sealed", 8)), "tenant_id", "id");
CREATE INDEX "native_integration_failed" ON "native_integration" ("tenant_id", "id") WHERE "last_status" = 'Failed';
-- The integrations that events can start, for the relay.
CREATE INDEX native_integration_of_events ON native_integration (tenant_id) WHERE cardinality(event_kinds) > 0;

-- Access

SELECT secure_tenant_table('native_integration');
SELECT chapter_wall_closed('native_integration');
GRANT SELECT ON native_integration TO guildhall_chapter;

SELECT secure_tenant_table('native_connector');
SELECT chapter_wall_closed('native_connector');

SELECT secure_tenant_table('native_authorization');
SELECT chapter_wall_closed('native_authorization');

SELECT secure_tenant_table('native_execution');
SELECT chapter_wall_closed('native_execution');

SELECT secure_tenant_table('native_feed');
SELECT chapter_wall_closed('native_feed');
