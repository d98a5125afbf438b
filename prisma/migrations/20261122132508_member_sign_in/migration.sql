-- AlterTable
ALTER TABLE "oauth_code" ADD COLUMN     "member_id" INTEGER,
ALTER COLUMN "login_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "oauth_token" ADD COLUMN     "member_id" INTEGER;

-- CreateTable
CREATE TABLE "calendar_submission" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "calendar_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "title" TEXT NOT NULL,
    "description" TEXT,
    "location" TEXT,
    "url" TEXT,
    "is_all_day" BOOLEAN NOT NULL,
    "local_start" TIMESTAMP(0) NOT NULL,
    "local_end" TIMESTAMP(0) NOT NULL,
    "time_zone" TEXT,
    "recurrence_rule" TEXT,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "contact_id" INTEGER,
    "principal_id" INTEGER,
    "submitter_name" TEXT NOT NULL,
    "submitter_email" TEXT NOT NULL,
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "item_id" INTEGER,

    CONSTRAINT "calendar_submission_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "member_login" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "has_password" BOOLEAN NOT NULL DEFAULT false,
    "invited_at" TIMESTAMPTZ(3),
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_login_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "member_password" (
    "tenant_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_password_pkey" PRIMARY KEY ("tenant_id","member_id")
);

-- CreateTable
CREATE TABLE "member_session" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "is_by_link" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_session_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "member_link" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "member_id" INTEGER NOT NULL,
    "request_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "next" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_link_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "member_consent" (
    "tenant_id" INTEGER NOT NULL,
    "member_id" INTEGER NOT NULL,
    "permission_tenant_id" INTEGER NOT NULL,
    "permission_id" INTEGER NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_consent_pkey" PRIMARY KEY ("tenant_id","member_id","permission_tenant_id","permission_id")
);

-- CreateIndex
CREATE INDEX "calendar_submission_tenant_id_calendar_id_state_idx" ON "calendar_submission"("tenant_id", "calendar_id", "state");

-- CreateIndex
CREATE INDEX "calendar_submission_tenant_id_state_submitted_at_idx" ON "calendar_submission"("tenant_id", "state", "submitted_at");

-- CreateIndex
CREATE INDEX "calendar_submission_tenant_id_contact_id_idx" ON "calendar_submission"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "calendar_submission_tenant_id_principal_id_idx" ON "calendar_submission"("tenant_id", "principal_id");

-- CreateIndex
CREATE UNIQUE INDEX "member_login_tenant_id_email_key" ON "member_login"("tenant_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "member_login_tenant_id_contact_id_key" ON "member_login"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "member_session_tenant_id_member_id_idx" ON "member_session"("tenant_id", "member_id");

-- CreateIndex
CREATE INDEX "member_session_expires_at_idx" ON "member_session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "member_session_tenant_id_token_hash_key" ON "member_session"("tenant_id", "token_hash");

-- CreateIndex
CREATE INDEX "member_link_tenant_id_member_id_idx" ON "member_link"("tenant_id", "member_id");

-- CreateIndex
CREATE INDEX "member_link_expires_at_idx" ON "member_link"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "member_link_tenant_id_token_hash_key" ON "member_link"("tenant_id", "token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "member_link_tenant_id_request_id_key" ON "member_link"("tenant_id", "request_id");

-- AddForeignKey
ALTER TABLE "calendar_submission" ADD CONSTRAINT "calendar_submission_tenant_id_calendar_id_fkey" FOREIGN KEY ("tenant_id", "calendar_id") REFERENCES "calendar"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calendar_submission" ADD CONSTRAINT "calendar_submission_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calendar_submission" ADD CONSTRAINT "calendar_submission_tenant_id_principal_id_fkey" FOREIGN KEY ("tenant_id", "principal_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member_login" ADD CONSTRAINT "member_login_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member_password" ADD CONSTRAINT "member_password_tenant_id_member_id_fkey" FOREIGN KEY ("tenant_id", "member_id") REFERENCES "member_login"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member_session" ADD CONSTRAINT "member_session_tenant_id_member_id_fkey" FOREIGN KEY ("tenant_id", "member_id") REFERENCES "member_login"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member_link" ADD CONSTRAINT "member_link_tenant_id_member_id_fkey" FOREIGN KEY ("tenant_id", "member_id") REFERENCES "member_login"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member_consent" ADD CONSTRAINT "member_consent_tenant_id_member_id_fkey" FOREIGN KEY ("tenant_id", "member_id") REFERENCES "member_login"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

ALTER TABLE oauth_code ADD CONSTRAINT oauth_code_user CHECK (num_nonnulls(login_id, member_id) = 1);
ALTER TABLE oauth_token ADD CONSTRAINT oauth_token_user CHECK (num_nonnulls(login_id, member_id) <= 1);
ALTER TABLE member_login ADD CONSTRAINT member_login_email CHECK (email = lower(email) AND email <> '');
ALTER TABLE calendar_submission ADD CONSTRAINT calendar_submission_state CHECK (state IN ('pending', 'approved', 'declined'));
ALTER TABLE calendar_submission ADD CONSTRAINT calendar_submission_decided CHECK ((state = 'pending') = (decided_at IS NULL));
ALTER TABLE calendar_submission ADD CONSTRAINT calendar_submission_zone CHECK (is_all_day = (time_zone IS NULL));
ALTER TABLE calendar_submission ADD CONSTRAINT calendar_submission_principal CHECK (principal_id IS NULL OR contact_id IS NOT NULL);

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['member_login', 'member_password', 'member_session', 'member_link', 'member_consent',
    'calendar_submission']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
  -- Only the kernel reads and writes what a member signs in with.
  REVOKE ALL ON member_password, member_session, member_link, member_consent FROM guildhall_app;
  -- Jobs store new links in the transaction that queues their mail. They cannot read the hash of one.
  GRANT INSERT, SELECT (tenant_id, id, request_id) ON member_link TO guildhall_app;
  FOREACH owned IN ARRAY ARRAY['member_password', 'member_session', 'member_link', 'member_consent']
  LOOP
    PERFORM chapter_wall_closed(owned::regclass);
  END LOOP;
END $$;
SELECT chapter_wall_by_contact('calendar_submission', 'contact_id', 'principal_id');
-- A login is a right: only staff with access to the whole tenant give and end it.
SELECT chapter_wall('member_login', within_chapters('member_login.contact_id', 'readable_chapters'), 'false');
REVOKE INSERT, UPDATE, DELETE ON member_login FROM guildhall_chapter;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- Every replica drops the cached credentials of a member when its rights change. A sign-in changes none of these columns.
CREATE TRIGGER credentials_changed AFTER UPDATE OF contact_id, disabled_at, valid_from OR DELETE ON member_login
  FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();

CREATE FUNCTION member_contact_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM member_login m WHERE m.tenant_id = NEW.tenant_id AND m.contact_id = NEW.id) THEN
    PERFORM pg_notify('guildhall_credentials', '');
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION member_contact_deleted() FROM PUBLIC;
CREATE TRIGGER member_contact_deleted AFTER UPDATE OF deleted_at ON contact FOR EACH ROW
  WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at) EXECUTE FUNCTION member_contact_deleted();

-- The roles that cover every area.
UPDATE role SET scopes = scopes || ARRAY['member-logins:read', 'member-logins:write']
  WHERE name = 'Staff' AND scopes @> ARRAY['contacts:write', 'signatures:write'] AND NOT scopes @> ARRAY['member-logins:write'];
UPDATE role SET scopes = scopes || ARRAY['member-logins:read']
  WHERE name = 'Read only' AND scopes @> ARRAY['contacts:read', 'signatures:read'] AND NOT scopes @> ARRAY['member-logins:read'];
