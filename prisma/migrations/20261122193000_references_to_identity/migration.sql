-- A tenant is nothing but its rows: no foreign key leads to logins, which belong to no tenant, or to a client of another
-- tenant. The kernel looks them up (decision 0039).
ALTER TABLE "oauth_code" DROP CONSTRAINT "oauth_code_permission_tenant_id_permission_id_fkey";
ALTER TABLE "oauth_consent" DROP CONSTRAINT "oauth_consent_permission_tenant_id_permission_id_fkey";
ALTER TABLE "oauth_token" DROP CONSTRAINT "oauth_token_permission_tenant_id_permission_id_fkey";
ALTER TABLE "staff" DROP CONSTRAINT "staff_login_id_fkey";

-- The name that the history of a tenant shows is a part of the seat, so requests need not read logins.
ALTER TABLE "staff" ADD COLUMN "display_name" TEXT;
UPDATE "staff" s SET "display_name" = l."display_name" FROM "login" l WHERE l."id" = s."login_id";
ALTER TABLE "staff" ALTER COLUMN "display_name" SET NOT NULL;
DROP POLICY tenant_wall ON "login";
DROP POLICY chapter_read ON "login";
REVOKE SELECT ("id", "display_name") ON "login" FROM guildhall_app, guildhall_chapter;
