-- Indexes for the statements that cover all tenants: retention, metrics, rounds of the worker, origins of browsers. Most are
-- partial, so that they contain only what waits, failed or will be deleted.

-- CreateIndex
CREATE INDEX "tenant_log_retention_months_idx" ON "tenant"("log_retention_months");
-- by hand: tenant_cors
CREATE INDEX "tenant_cors" ON "tenant" ("id") WHERE "cors_origins" <> '{}';
-- by hand: application_permission_cors
CREATE INDEX "application_permission_cors" ON "application_permission" ("tenant_id", "id")
  WHERE "revoked_at" IS NULL AND "cors_origins" <> '{}';

-- What retention deletes.
-- by hand: oauth_token_ended
CREATE INDEX "oauth_token_ended" ON "oauth_token" ((coalesce("refresh_expires_at", "access_expires_at")));
-- CreateIndex
CREATE INDEX "login_session_expires_at_idx" ON "login_session"("expires_at");
-- CreateIndex
CREATE INDEX "sign_in_throttle_window_ends_idx" ON "sign_in_throttle"("window_ends");
-- by hand: application_secret_expiring
CREATE INDEX "application_secret_expiring" ON "application_secret" ("expires_at") WHERE "expires_at" IS NOT NULL;
-- by hand: mail_message_text
CREATE INDEX "mail_message_text" ON "mail_message" ("sent_at") WHERE "status" = 'sent' AND "html" IS NOT NULL;
-- by hand: webhook_deleted
CREATE INDEX "webhook_deleted" ON "webhook" ("deleted_at") WHERE "deleted_at" IS NOT NULL;

-- What metrics count.
-- by hand: registry_event_given_up
CREATE INDEX "registry_event_given_up" ON "registry_event" ("tenant_id", "id") WHERE "status" = 'GivenUp';
-- by hand: native_integration_failed
CREATE INDEX "native_integration_failed" ON "native_integration" ("tenant_id", "id") WHERE "last_status" = 'Failed';
-- by hand: connection_failed
CREATE INDEX "connection_failed" ON "connection" ("tenant_id", "id") WHERE "status" = 'Failed' AND "deleted_at" IS NULL;
-- by hand: workflow_paused
CREATE INDEX "workflow_paused" ON "workflow" ("tenant_id", "id")
  WHERE "paused_at" IS NOT NULL AND NOT "is_active" AND "deleted_at" IS NULL;
-- by hand: tenant_export_failed
CREATE INDEX "tenant_export_failed" ON "tenant_export" ("tenant_id", "id") WHERE "status" = 'Failed';
-- by hand: import_run_open
CREATE INDEX "import_run_open" ON "import_run" ("created_at") WHERE "status" IN ('Queued', 'Running') AND "file_id" IS NOT NULL;
-- by hand: import_run_failed
CREATE INDEX "import_run_failed" ON "import_run" ("tenant_id", "id") WHERE "status" = 'Failed';

-- What rounds look for, tenant by tenant.
-- by hand: registry_event_next
CREATE INDEX "registry_event_next" ON "registry_event" ("tenant_id", "due_at") WHERE "due_at" IS NOT NULL;
-- by hand: connection_work
CREATE INDEX "connection_work" ON "connection" ("tenant_id", "id") WHERE "has_work";

-- The names of the keys that have sealed secrets (kernel/crypto/sealed-columns.ts): a secret with another key is sealed again.
-- by hand: webhook_secret_sealed_key
CREATE INDEX "webhook_secret_sealed_key" ON "webhook_secret" ((left("sealed", 8)), "tenant_id", "id");
-- by hand: calendar_feed_sealed_key
CREATE INDEX "calendar_feed_sealed_key" ON "calendar" ((left("feed_sealed", 8)), "tenant_id", "id");
-- by hand: processor_connection_sealed_key_key
CREATE INDEX "processor_connection_sealed_key_key" ON "processor_connection" ((left("sealed_key", 8)), "tenant_id", "id");
-- by hand: processor_connection_sealed_event_secret_key
CREATE INDEX "processor_connection_sealed_event_secret_key" ON "processor_connection" ((left("sealed_event_secret", 8)), "tenant_id", "id");
-- by hand: ledger_connection_access_token_key
CREATE INDEX "ledger_connection_access_token_key" ON "ledger_connection" ((left("access_token", 8)), "tenant_id", "id");
-- by hand: ledger_connection_refresh_token_key
CREATE INDEX "ledger_connection_refresh_token_key" ON "ledger_connection" ((left("refresh_token", 8)), "tenant_id", "id");
-- by hand: native_connector_credentials_key
CREATE INDEX "native_connector_credentials_key" ON "native_connector" ((left("credentials", 8)), "tenant_id", "id");
-- by hand: native_authorization_verifier_key
CREATE INDEX "native_authorization_verifier_key" ON "native_authorization" ((left("verifier", 8)), "tenant_id", "id");
-- by hand: native_feed_sealed_key
CREATE INDEX "native_feed_sealed_key" ON "native_feed" ((left("sealed", 8)), "tenant_id", "id");
-- by hand: exchange_party_sealed_key
CREATE INDEX "exchange_party_sealed_key" ON "exchange_party" ((left("sealed", 8)), "tenant_id", "id");
-- by hand: connection_sealed_key
CREATE INDEX "connection_sealed_key" ON "connection" ((left("sealed", 8)), "tenant_id", "id");
-- by hand: login_totp_secret_sealed_key
CREATE INDEX "login_totp_secret_sealed_key" ON "login_totp" ((left("secret_sealed", 8)), "id");
-- by hand: login_totp_pending_sealed_key
CREATE INDEX "login_totp_pending_sealed_key" ON "login_totp" ((left("pending_sealed", 8)), "id");
-- by hand: association_settings_registry_key_key
CREATE INDEX "association_settings_registry_key_key" ON "association_settings" ((left("registry_key", 8)), "tenant_id", "id");
