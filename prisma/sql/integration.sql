-- Constraints and indexes

ALTER TABLE oauth_code ADD CONSTRAINT oauth_code_user CHECK (num_nonnulls(login_id, member_id) = 1);
ALTER TABLE oauth_token ADD CONSTRAINT oauth_token_user CHECK (num_nonnulls(login_id, member_id) <= 1);

CREATE INDEX "application_permission_cors" ON "application_permission" ("tenant_id", "id")
  WHERE "revoked_at" IS NULL AND "cors_origins" <> '{}';
CREATE INDEX "application_secret_expiring" ON "application_secret" ("expires_at") WHERE "expires_at" IS NOT NULL;
CREATE INDEX "oauth_token_ended" ON "oauth_token" ((coalesce("refresh_expires_at", "access_expires_at")));

-- Access

SELECT secure_tenant_table('application_permission');
SELECT chapter_wall_closed('application_permission');
REVOKE DELETE ON application_permission FROM guildhall_app;

SELECT secure_tenant_table('application_secret');
SELECT chapter_wall_closed('application_secret');
REVOKE SELECT, UPDATE, DELETE ON application_secret FROM guildhall_app;
GRANT SELECT (created_at, expires_at, hint, id, permission_id, tenant_id), UPDATE (expires_at) ON application_secret TO
  guildhall_app;

SELECT secure_tenant_table('application_use');
SELECT chapter_wall_closed('application_use');
REVOKE INSERT, UPDATE, DELETE ON application_use FROM guildhall_app;

SELECT secure_tenant_table('oauth_consent');
SELECT chapter_wall_closed('oauth_consent');
REVOKE SELECT, INSERT, UPDATE, DELETE ON oauth_consent FROM guildhall_app;

SELECT secure_tenant_table('oauth_code');
SELECT chapter_wall_closed('oauth_code');
REVOKE SELECT, INSERT, UPDATE, DELETE ON oauth_code FROM guildhall_app;

SELECT secure_tenant_table('oauth_token');
SELECT chapter_wall_closed('oauth_token');
REVOKE SELECT, INSERT, UPDATE, DELETE ON oauth_token FROM guildhall_app;
