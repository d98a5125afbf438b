-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "receivable_entry" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "posted_on" DATE NOT NULL,
    "reference" TEXT NOT NULL,

    CONSTRAINT "receivable_entry_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "application_permission" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "kind" TEXT NOT NULL,
    "application_id" TEXT,
    "application_name" TEXT NOT NULL,
    "vendor_name" TEXT,
    "is_global" BOOLEAN NOT NULL DEFAULT false,
    "scopes" TEXT[],
    "address_list" TEXT,
    "redirect_urls" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "cors_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "client_id" TEXT,
    "is_public_client" BOOLEAN NOT NULL DEFAULT false,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),
    "tokens_valid_from" TIMESTAMPTZ(3),

    CONSTRAINT "application_permission_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "application_secret" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "permission_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "application_secret_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "oauth_consent" (
    "tenant_id" INTEGER NOT NULL,
    "login_id" INTEGER NOT NULL,
    "permission_tenant_id" INTEGER NOT NULL,
    "permission_id" INTEGER NOT NULL,
    "scopes" TEXT[],
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_consent_pkey" PRIMARY KEY ("tenant_id","login_id","permission_tenant_id","permission_id")
);

-- CreateTable
CREATE TABLE "oauth_code" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "hash" TEXT NOT NULL,
    "permission_tenant_id" INTEGER NOT NULL,
    "permission_id" INTEGER NOT NULL,
    "login_id" INTEGER NOT NULL,
    "scopes" TEXT[],
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "family_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_code_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "oauth_token" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "access_hash" TEXT NOT NULL,
    "refresh_hash" TEXT,
    "family_id" UUID NOT NULL,
    "permission_tenant_id" INTEGER NOT NULL,
    "permission_id" INTEGER NOT NULL,
    "login_id" INTEGER,
    "scopes" TEXT[],
    "granted_scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "access_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "refresh_expires_at" TIMESTAMPTZ(3),
    "refresh_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_token_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tenant" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "currency_code" TEXT NOT NULL DEFAULT 'USD',
    "country_id" INTEGER NOT NULL DEFAULT 840,
    "is_real_estate_edition" BOOLEAN NOT NULL DEFAULT false,
    "natreg_is_state_association" BOOLEAN NOT NULL DEFAULT false,
    "is_poe" BOOLEAN NOT NULL DEFAULT false,
    "family_contacts_enabled" BOOLEAN NOT NULL DEFAULT true,
    "role_required" BOOLEAN NOT NULL DEFAULT false,
    "tracks_certificates" BOOLEAN NOT NULL DEFAULT true,
    "organization_contact_id" INTEGER,
    "default_contact_status_id" SMALLINT NOT NULL DEFAULT 8,
    "cors_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "mail_relay_domain" TEXT NOT NULL DEFAULT 'relay.invalid',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "country" (
    "id" INTEGER NOT NULL,
    "alpha2" CHAR(2) NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "country_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_session" (
    "id" SERIAL NOT NULL,
    "token_hash" TEXT NOT NULL,
    "login_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "login_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_throttle" (
    "subject" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "window_ends" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_throttle_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "rate_window" (
    "subject" TEXT NOT NULL,
    "used" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_window_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "role" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],

    CONSTRAINT "role_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "staff" (
    "tenant_id" INTEGER NOT NULL,
    "login_id" INTEGER NOT NULL,
    "role_id" INTEGER NOT NULL,
    "contact_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_pkey" PRIMARY KEY ("tenant_id","login_id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" INTEGER NOT NULL,
    "audit_id" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "request_id" TEXT,
    "changes" JSONB,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "outbox_event" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" INTEGER NOT NULL,
    "audit_id" INTEGER NOT NULL,
    "actor" TEXT NOT NULL,
    "origin" TEXT NOT NULL DEFAULT 'local',
    "payload" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dispatched_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "outbox_receipt" (
    "tenant_id" INTEGER NOT NULL,
    "event_id" BIGINT NOT NULL,
    "subscriber" TEXT NOT NULL,
    "handled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_receipt_pkey" PRIMARY KEY ("tenant_id","event_id","subscriber")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "tenant_id" INTEGER NOT NULL,
    "credential" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "claimed_by" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" INTEGER,
    "headers" JSONB,
    "body" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("tenant_id","credential","key")
);

-- CreateTable
CREATE TABLE "day_mark" (
    "tenant_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "day_mark_pkey" PRIMARY KEY ("tenant_id","name")
);

-- CreateTable
CREATE TABLE "record_count" (
    "tenant_id" INTEGER NOT NULL,
    "bucket" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "n" INTEGER NOT NULL,

    CONSTRAINT "record_count_pkey" PRIMARY KEY ("tenant_id","bucket","slot")
);

-- CreateTable
CREATE TABLE "contact" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "system_type_id" SMALLINT NOT NULL,
    "prefix" TEXT,
    "first_name" TEXT,
    "middle_name" TEXT,
    "last_name" TEXT,
    "suffix" TEXT,
    "common_name" TEXT,
    "primary_title" TEXT,
    "gender_id" SMALLINT,
    "organization_name" TEXT,
    "display_name" TEXT NOT NULL,
    "sort_name" TEXT NOT NULL,
    "account_number" TEXT,
    "hide_account_number" BOOLEAN NOT NULL DEFAULT false,
    "status_id" SMALLINT NOT NULL DEFAULT 8,
    "status_is_manual" BOOLEAN NOT NULL DEFAULT false,
    "primary_address_id" INTEGER,
    "primary_email_id" INTEGER,
    "primary_phone_id" INTEGER,
    "primary_website_id" INTEGER,
    "primary_contact_id" INTEGER,
    "primary_organization_id" INTEGER,
    "category_name" TEXT,
    "email_address" TEXT,
    "email_status" SMALLINT NOT NULL DEFAULT 0,
    "phone" TEXT,
    "city" TEXT,
    "state_province" TEXT,
    "country_id" INTEGER,
    "country_name" TEXT,
    "primary_contact_name" TEXT,
    "primary_organization_name" TEXT,
    "parent_count" INTEGER NOT NULL DEFAULT 0,
    "child_count" INTEGER NOT NULL DEFAULT 0,
    "role_count" INTEGER NOT NULL DEFAULT 0,
    "balance" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "is_staff" BOOLEAN NOT NULL DEFAULT false,
    "image_file_id" INTEGER,
    "image_url" TEXT,
    "image_caption" TEXT,
    "image_description" TEXT,
    "image_width" INTEGER,
    "image_height" INTEGER,
    "first_name_key" TEXT,
    "last_name_key" TEXT,
    "organization_name_key" TEXT,
    "is_unmatched" BOOLEAN NOT NULL DEFAULT false,
    "deleted_at" TIMESTAMPTZ(3),
    "merged_into_id" INTEGER,
    "origin" TEXT NOT NULL DEFAULT 'local',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "search" tsvector,

    CONSTRAINT "contact_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_email" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "type_id" SMALLINT NOT NULL DEFAULT 1,
    "status" SMALLINT NOT NULL DEFAULT 0,
    "is_unpublished" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "contact_email_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_phone" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "number" TEXT NOT NULL,
    "e164" TEXT,
    "extension" TEXT,
    "type_id" SMALLINT NOT NULL DEFAULT 1,
    "is_unpublished" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "contact_phone_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_website" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "type_id" SMALLINT NOT NULL DEFAULT 1,
    "is_unpublished" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "contact_website_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "address" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "source_contact_id" INTEGER,
    "address1" TEXT,
    "address2" TEXT,
    "city" TEXT,
    "state_province" TEXT,
    "postal_code" TEXT,
    "country_id" INTEGER,

    CONSTRAINT "address_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_address" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "address_id" INTEGER NOT NULL,
    "type_id" SMALLINT NOT NULL DEFAULT 1,
    "usage_flag_id" SMALLINT,
    "note" TEXT,
    "is_unpublished" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "contact_address_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_role_type" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "display_order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "contact_role_type_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_role" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "role_type_id" INTEGER,
    "title" TEXT,
    "start_date" DATE,
    "end_date" DATE,
    "display_on_web" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "contact_role_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_designation" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT,
    "display_order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "contact_designation_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tag" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "css_color" TEXT,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_tag" (
    "tenant_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "tag_id" INTEGER NOT NULL,

    CONSTRAINT "contact_tag_pkey" PRIMARY KEY ("tenant_id","contact_id","tag_id")
);

-- CreateTable
CREATE TABLE "contact_activity" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "activity_date" TIMESTAMPTZ(3) NOT NULL,
    "type_id" SMALLINT NOT NULL,
    "description" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,

    CONSTRAINT "contact_activity_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_communication" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "type_id" SMALLINT NOT NULL,
    "status_type_id" SMALLINT NOT NULL,
    "from_display_name" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT,
    "category" TEXT,
    "files_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "contact_communication_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "category_list" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "type_id" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "is_member_editable" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "category_list_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "category_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "list_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "display_order" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "category_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_category" (
    "tenant_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,

    CONSTRAINT "contact_category_pkey" PRIMARY KEY ("tenant_id","contact_id","item_id")
);

-- CreateTable
CREATE TABLE "contact_relationship_type" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "system_type_id" SMALLINT NOT NULL,
    "from_system_type_id" SMALLINT,
    "name" TEXT NOT NULL,
    "reverse_name" TEXT NOT NULL,
    "description" TEXT,
    "purpose" TEXT,
    "is_system" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "contact_relationship_type_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_relationship" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "other_contact_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_relationship_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "certification" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "completion_type_id" SMALLINT NOT NULL DEFAULT 1,
    "required_amount" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "require_admin_review" BOOLEAN NOT NULL DEFAULT false,
    "expires_in_months" INTEGER,
    "document_template_id" INTEGER,
    "setting_json" TEXT,

    CONSTRAINT "certification_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_certification" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "certification_id" INTEGER NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 1,
    "start_date" DATE,
    "completed_date" DATE,
    "hours_earned" DECIMAL(10,2) NOT NULL DEFAULT 0,
    "credits_earned" DECIMAL(10,2) NOT NULL DEFAULT 0,

    CONSTRAINT "contact_certification_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_group" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "disallow_opt_in" BOOLEAN NOT NULL DEFAULT false,
    "disallow_opt_out" BOOLEAN NOT NULL DEFAULT false,
    "is_member_viewable" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_group_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_group_member" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "group_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'member',
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_group_member_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "contact_record" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "status" TEXT,
    "amount" DECIMAL(14,2),
    "start_date" DATE,
    "end_date" DATE,
    "url" TEXT,

    CONSTRAINT "contact_record_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "signature" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "owner" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "contact_id" INTEGER,
    "html" TEXT NOT NULL,

    CONSTRAINT "signature_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "import_run" (
    "tenant_id" INTEGER NOT NULL,
    "file_hash" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "last_line" INTEGER NOT NULL DEFAULT 0,
    "imported" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_run_pkey" PRIMARY KEY ("tenant_id","file_hash")
);

-- CreateTable
CREATE TABLE "membership_type" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "membership_type_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "membership" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "type_id" INTEGER NOT NULL,
    "level" TEXT,
    "status" TEXT NOT NULL,
    "start_date" DATE NOT NULL,
    "expiration_date" DATE,
    "renewal_date" DATE,
    "amount" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "balance" DECIMAL(14,2) NOT NULL DEFAULT 0,
    "auto_renew" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "task_item" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER,
    "name" TEXT NOT NULL,
    "due_date" DATE,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_item_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "receivable_entry_tenant_id_contact_id_idx" ON "receivable_entry"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "application_permission_client_id_key" ON "application_permission"("client_id");

-- CreateIndex
CREATE INDEX "application_permission_tenant_id_kind_idx" ON "application_permission"("tenant_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "application_secret_hash_key" ON "application_secret"("hash");

-- CreateIndex
CREATE INDEX "application_secret_tenant_id_permission_id_idx" ON "application_secret"("tenant_id", "permission_id");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_code_hash_key" ON "oauth_code"("hash");

-- CreateIndex
CREATE INDEX "oauth_code_expires_at_idx" ON "oauth_code"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_token_access_hash_key" ON "oauth_token"("access_hash");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_token_refresh_hash_key" ON "oauth_token"("refresh_hash");

-- CreateIndex
CREATE INDEX "oauth_token_tenant_id_family_id_idx" ON "oauth_token"("tenant_id", "family_id");

-- CreateIndex
CREATE INDEX "oauth_token_permission_tenant_id_permission_id_idx" ON "oauth_token"("permission_tenant_id", "permission_id");

-- CreateIndex
CREATE INDEX "oauth_token_refresh_expires_at_idx" ON "oauth_token"("refresh_expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "tenant_key_key" ON "tenant"("key");

-- CreateIndex
CREATE UNIQUE INDEX "country_alpha2_key" ON "country"("alpha2");

-- CreateIndex
CREATE UNIQUE INDEX "login_email_key" ON "login"("email");

-- CreateIndex
CREATE UNIQUE INDEX "login_session_token_hash_key" ON "login_session"("token_hash");

-- CreateIndex
CREATE INDEX "login_session_login_id_idx" ON "login_session"("login_id");

-- CreateIndex
CREATE INDEX "rate_window_resets_at_idx" ON "rate_window"("resets_at");

-- CreateIndex
CREATE UNIQUE INDEX "role_tenant_id_name_key" ON "role"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "staff_login_id_idx" ON "staff"("login_id");

-- CreateIndex
CREATE INDEX "staff_tenant_id_contact_id_idx" ON "staff"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "audit_entry_tenant_id_entity_entity_id_audit_id_idx" ON "audit_entry"("tenant_id", "entity", "entity_id", "audit_id");

-- CreateIndex
CREATE INDEX "outbox_receipt_handled_at_idx" ON "outbox_receipt"("handled_at");

-- CreateIndex
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at");

-- CreateIndex
CREATE INDEX "contact_email_tenant_id_contact_id_idx" ON "contact_email"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_email_tenant_id_address_key_idx" ON "contact_email"("tenant_id", "address_key");

-- CreateIndex
CREATE INDEX "contact_phone_tenant_id_contact_id_idx" ON "contact_phone"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_website_tenant_id_contact_id_idx" ON "contact_website"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_address_tenant_id_contact_id_idx" ON "contact_address"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_address_tenant_id_address_id_idx" ON "contact_address"("tenant_id", "address_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_role_type_tenant_id_name_key" ON "contact_role_type"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "contact_role_tenant_id_contact_id_idx" ON "contact_role"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_role_tenant_id_organization_id_idx" ON "contact_role"("tenant_id", "organization_id");

-- CreateIndex
CREATE INDEX "contact_designation_tenant_id_contact_id_idx" ON "contact_designation"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "tag_tenant_id_name_key_key" ON "tag"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "contact_tag_tenant_id_tag_id_idx" ON "contact_tag"("tenant_id", "tag_id");

-- CreateIndex
CREATE INDEX "contact_activity_tenant_id_contact_id_activity_date_idx" ON "contact_activity"("tenant_id", "contact_id", "activity_date");

-- CreateIndex
CREATE INDEX "contact_communication_tenant_id_contact_id_occurred_at_idx" ON "contact_communication"("tenant_id", "contact_id", "occurred_at");

-- CreateIndex
CREATE UNIQUE INDEX "category_list_tenant_id_type_id_name_key" ON "category_list"("tenant_id", "type_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "category_item_tenant_id_list_id_name_key" ON "category_item"("tenant_id", "list_id", "name");

-- CreateIndex
CREATE INDEX "contact_category_tenant_id_item_id_idx" ON "contact_category"("tenant_id", "item_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_relationship_type_tenant_id_system_type_id_name_key" ON "contact_relationship_type"("tenant_id", "system_type_id", "name");

-- CreateIndex
CREATE INDEX "contact_relationship_tenant_id_other_contact_id_idx" ON "contact_relationship"("tenant_id", "other_contact_id");

-- CreateIndex
CREATE INDEX "contact_relationship_tenant_id_type_id_idx" ON "contact_relationship"("tenant_id", "type_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_relationship_tenant_id_contact_id_other_contact_id__key" ON "contact_relationship"("tenant_id", "contact_id", "other_contact_id", "type_id");

-- CreateIndex
CREATE UNIQUE INDEX "certification_tenant_id_name_key" ON "certification"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "contact_certification_tenant_id_certification_id_idx" ON "contact_certification"("tenant_id", "certification_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_certification_tenant_id_contact_id_certification_id_key" ON "contact_certification"("tenant_id", "contact_id", "certification_id");

-- CreateIndex
CREATE INDEX "contact_group_member_tenant_id_contact_id_idx" ON "contact_group_member"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_group_member_tenant_id_group_id_contact_id_key" ON "contact_group_member"("tenant_id", "group_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_record_tenant_id_contact_id_kind_idx" ON "contact_record"("tenant_id", "contact_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "signature_tenant_id_owner_name_key" ON "signature"("tenant_id", "owner", "name");

-- CreateIndex
CREATE UNIQUE INDEX "membership_type_tenant_id_name_key" ON "membership_type"("tenant_id", "name");

-- CreateIndex
CREATE INDEX "membership_tenant_id_contact_id_idx" ON "membership"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "task_item_tenant_id_contact_id_idx" ON "task_item"("tenant_id", "contact_id");

-- AddForeignKey
ALTER TABLE "receivable_entry" ADD CONSTRAINT "receivable_entry_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_secret" ADD CONSTRAINT "application_secret_tenant_id_permission_id_fkey" FOREIGN KEY ("tenant_id", "permission_id") REFERENCES "application_permission"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_consent" ADD CONSTRAINT "oauth_consent_permission_tenant_id_permission_id_fkey" FOREIGN KEY ("permission_tenant_id", "permission_id") REFERENCES "application_permission"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_code" ADD CONSTRAINT "oauth_code_permission_tenant_id_permission_id_fkey" FOREIGN KEY ("permission_tenant_id", "permission_id") REFERENCES "application_permission"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_token" ADD CONSTRAINT "oauth_token_permission_tenant_id_permission_id_fkey" FOREIGN KEY ("permission_tenant_id", "permission_id") REFERENCES "application_permission"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_session" ADD CONSTRAINT "login_session_login_id_fkey" FOREIGN KEY ("login_id") REFERENCES "login"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff" ADD CONSTRAINT "staff_login_id_fkey" FOREIGN KEY ("login_id") REFERENCES "login"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff" ADD CONSTRAINT "staff_tenant_id_role_id_fkey" FOREIGN KEY ("tenant_id", "role_id") REFERENCES "role"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_email" ADD CONSTRAINT "contact_email_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_phone" ADD CONSTRAINT "contact_phone_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_website" ADD CONSTRAINT "contact_website_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_address" ADD CONSTRAINT "contact_address_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_address" ADD CONSTRAINT "contact_address_tenant_id_address_id_fkey" FOREIGN KEY ("tenant_id", "address_id") REFERENCES "address"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_role" ADD CONSTRAINT "contact_role_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_role" ADD CONSTRAINT "contact_role_tenant_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "organization_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_role" ADD CONSTRAINT "contact_role_tenant_id_role_type_id_fkey" FOREIGN KEY ("tenant_id", "role_type_id") REFERENCES "contact_role_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_designation" ADD CONSTRAINT "contact_designation_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_tag" ADD CONSTRAINT "contact_tag_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_tag" ADD CONSTRAINT "contact_tag_tenant_id_tag_id_fkey" FOREIGN KEY ("tenant_id", "tag_id") REFERENCES "tag"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_activity" ADD CONSTRAINT "contact_activity_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_communication" ADD CONSTRAINT "contact_communication_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category_item" ADD CONSTRAINT "category_item_tenant_id_list_id_fkey" FOREIGN KEY ("tenant_id", "list_id") REFERENCES "category_list"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_category" ADD CONSTRAINT "contact_category_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_category" ADD CONSTRAINT "contact_category_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "category_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_relationship" ADD CONSTRAINT "contact_relationship_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_relationship" ADD CONSTRAINT "contact_relationship_tenant_id_other_contact_id_fkey" FOREIGN KEY ("tenant_id", "other_contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_relationship" ADD CONSTRAINT "contact_relationship_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "contact_relationship_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_certification" ADD CONSTRAINT "contact_certification_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_certification" ADD CONSTRAINT "contact_certification_tenant_id_certification_id_fkey" FOREIGN KEY ("tenant_id", "certification_id") REFERENCES "certification"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_group_member" ADD CONSTRAINT "contact_group_member_tenant_id_group_id_fkey" FOREIGN KEY ("tenant_id", "group_id") REFERENCES "contact_group"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_group_member" ADD CONSTRAINT "contact_group_member_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_record" ADD CONSTRAINT "contact_record_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "membership_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_item" ADD CONSTRAINT "task_item_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ---------------------------------------------------------------------------------------------------------------
-- What Prisma's schema language cannot say.

-- Roles. Requests run as guildhall_app, behind row-level security; the kernel's own work (credentials, relays,
-- retention, the command line) as guildhall_system. Neither owns a table.
DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['guildhall_app', 'guildhall_system'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL; -- another database of the same server was faster
      END;
    END IF;
    BEGIN
      EXECUTE format('SET LOCAL ROLE %I', wanted);
      SET LOCAL ROLE NONE;
    EXCEPTION WHEN insufficient_privilege THEN
      -- From PostgreSQL 16 on, whoever makes a role administers it, but may not act as it before this.
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END;
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', wanted);
  END LOOP;
END $$;
-- Only while functions are handed to it, at the end of this migration taken back.
GRANT CREATE ON SCHEMA public TO guildhall_system;

-- The tenant of the connection, or null: then no row is visible.
CREATE FUNCTION current_tenant() RETURNS integer
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('guildhall.tenant', true), '')::integer $$;

-- Puts the wall around a tenant's table. Every migration that makes one calls it.
CREATE FUNCTION secure_tenant_table(target regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY tenant_wall ON %s TO guildhall_app
    USING (tenant_id = current_tenant()) WITH CHECK (tenant_id = current_tenant())', target);
  EXECUTE format('CREATE POLICY system_all ON %s TO guildhall_system USING (true) WITH CHECK (true)', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO guildhall_app, guildhall_system', target);
END $$;

DO $$
DECLARE
  owned regclass;
BEGIN
  FOR owned IN
    SELECT c.oid::regclass FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname = 'tenant_id'
  LOOP
    PERFORM secure_tenant_table(owned);
  END LOOP;
END $$;

-- Global tables. Requests see their own tenant's row and the countries, no more.
GRANT SELECT, INSERT, UPDATE, DELETE ON tenant, setting, country, login, login_session, sign_in_throttle, rate_window TO guildhall_system;
GRANT SELECT ON country, tenant TO guildhall_app;
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON tenant FOR SELECT TO guildhall_app USING (id = current_tenant());
CREATE POLICY system_all ON tenant TO guildhall_system USING (true) WITH CHECK (true);
-- Who signed or wrote something is shown by name: of the logins that have a seat in the tenant, and no more of them.
GRANT SELECT (id, display_name) ON login TO guildhall_app;
ALTER TABLE login ENABLE ROW LEVEL SECURITY;
ALTER TABLE login FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON login FOR SELECT TO guildhall_app USING (id IN (SELECT login_id FROM staff));
CREATE POLICY system_all ON login TO guildhall_system USING (true) WITH CHECK (true);
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO guildhall_app, guildhall_system;

-- History is written, never changed, by requests.
REVOKE UPDATE, DELETE ON audit_entry FROM guildhall_app;
REVOKE UPDATE, DELETE ON receivable_entry FROM guildhall_app;
-- Whose an entry is changes when contacts are merged; what it says never does.
GRANT UPDATE (contact_id) ON receivable_entry TO guildhall_app;
REVOKE UPDATE, DELETE ON outbox_event FROM guildhall_app;
REVOKE UPDATE, DELETE ON outbox_receipt FROM guildhall_app;

-- Grants of the OAuth server are the kernel's own business. Credentials are made and ended by requests, never deleted;
-- what a secret or a seat is worth is not changed by them.
REVOKE ALL ON oauth_code, oauth_token, oauth_consent FROM guildhall_app;
REVOKE DELETE ON application_permission, application_secret FROM guildhall_app;
REVOKE UPDATE ON application_secret FROM guildhall_app;
GRANT UPDATE (expires_at) ON application_secret TO guildhall_app;
-- A hash is written by requests and never read by them.
REVOKE SELECT ON application_secret FROM guildhall_app;
GRANT SELECT (tenant_id, id, permission_id, hint, created_at, expires_at) ON application_secret TO guildhall_app;
REVOKE UPDATE, DELETE ON role FROM guildhall_app;
REVOKE INSERT, UPDATE, DELETE ON staff FROM guildhall_app;
-- Who a staff member is as a contact changes when contacts are merged.
GRANT UPDATE (contact_id) ON staff TO guildhall_app;

-- Lists are ordered bytewise by keys that are normalised before they are stored: the same on every server.
ALTER TABLE contact ALTER COLUMN sort_name TYPE text COLLATE "C";
-- Numeric comparisons are not leakproof: by them an index is walked, not entered. Those of whole numbers are.
ALTER TABLE contact ADD COLUMN balance_cents bigint NOT NULL GENERATED ALWAYS AS ((balance * 100)::bigint) STORED;

-- Only what lists show is in these: neither deleted nor unmatched contacts.
CREATE INDEX contact_by_name ON contact (tenant_id, sort_name, id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_status ON contact (tenant_id, status_id, sort_name, id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_type ON contact (tenant_id, system_type_id, sort_name, id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_id ON contact (tenant_id, id) WHERE deleted_at IS NULL AND NOT is_unmatched;
-- Optional texts are ordered with missing ones as empty: continuations compare rows, and nothing may be null there.
-- CASE, because COALESCE does not count as leakproof and would be compared behind the wall only, without the index.
CREATE INDEX contact_by_city ON contact (tenant_id, (CASE WHEN city IS NULL THEN '' ELSE city END), id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_email ON contact (tenant_id, (CASE WHEN email_address IS NULL THEN '' ELSE email_address END), id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_balance ON contact (tenant_id, balance_cents, id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_by_account_number ON contact (tenant_id, (CASE WHEN account_number IS NULL THEN '' ELSE account_number END), id) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_feed ON contact (tenant_id, modified_at, id) WHERE NOT is_unmatched;
CREATE INDEX contact_person_key ON contact (tenant_id, last_name_key, first_name_key) WHERE deleted_at IS NULL AND system_type_id = 1;
CREATE INDEX contact_organization_key ON contact (tenant_id, organization_name_key) WHERE deleted_at IS NULL AND system_type_id = 2;
CREATE INDEX contact_primary_contact ON contact (tenant_id, primary_contact_id) WHERE primary_contact_id IS NOT NULL;
CREATE INDEX contact_primary_organization ON contact (tenant_id, primary_organization_id) WHERE primary_organization_id IS NOT NULL;
CREATE INDEX contact_merged ON contact (tenant_id, merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX contact_role_starts ON contact_role (tenant_id, start_date) WHERE start_date IS NOT NULL;
CREATE INDEX contact_role_ends ON contact_role (tenant_id, end_date) WHERE end_date IS NOT NULL;
CREATE INDEX contact_search ON contact USING gin (search) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX outbox_event_waiting ON outbox_event (id) WHERE dispatched_at IS NULL;
CREATE INDEX outbox_event_dispatched ON outbox_event (dispatched_at) WHERE dispatched_at IS NOT NULL;

-- Search behind row-level security: @@ is not leakproof, so the policy would come first and the index be lost.
-- This function runs as its owner, takes the tenant from the connection and refuses to run without one. Every
-- lexeme starts with its tenant ("42|smith"), so an entry of the index belongs to one tenant alone. With the ids come
-- the keys of every order of the list, so that of thousands found only those of the page are looked up.
CREATE FUNCTION contact_search(wanted tsquery) RETURNS TABLE (id integer, sort_name text, system_type_id smallint,
    status_id smallint, city text, email_address text, account_number text, balance_cents bigint, modified_at timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 100
  AS $$
BEGIN
  IF current_tenant() IS NULL THEN
    RAISE EXCEPTION 'contact_search needs a tenant' USING ERRCODE = 'insufficient_privilege';
  END IF;
  -- "+ 0" keeps the planner from the indexes by tenant: a plan made for a small tenant would read all of a large one.
  RETURN QUERY SELECT c.id, c.sort_name, c.system_type_id, c.status_id, c.city, c.email_address, c.account_number,
      c.balance_cents, c.modified_at
    FROM contact c
    WHERE c.tenant_id + 0 = current_tenant() AND c.search @@ wanted AND c.deleted_at IS NULL AND NOT c.is_unmatched;
END $$;
ALTER FUNCTION contact_search(tsquery) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION contact_search(tsquery) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION contact_search(tsquery) TO guildhall_app;

-- Contacts that may be the same as one with these keys, best first. Locks come first: two saves that could double each
-- other wait for one another until commit, and since every statement of a volatile function takes its own snapshot, the
-- search sees what the first of them has committed, even when the call is part of the statement that inserts.
-- Individuals: first name 5, last name 7, email 10, of 20; organizations: name 10, email 10, of 10. No individual comes to
-- 20 without the email, so names alone are not looked up.
CREATE FUNCTION contact_candidates(
  locks bigint[], type_id integer, first_key text, last_key text, organization_key text, email_keys text[], except_id integer
) RETURNS TABLE (contact_id integer, system_type_id integer, name text, score integer,
  by_first_name boolean, by_last_name boolean, by_organization_name boolean, by_email boolean)
  LANGUAGE plpgsql VOLATILE ROWS 1 AS $$
DECLARE
  tenant integer := current_tenant();
  key bigint;
BEGIN
  FOREACH key IN ARRAY locks LOOP
    PERFORM pg_advisory_xact_lock(key);
  END LOOP;
  RETURN QUERY
    WITH by_email AS MATERIALIZED (
      SELECT DISTINCT e.contact_id AS id FROM contact_email e WHERE e.tenant_id = tenant AND e.address_key = ANY(email_keys)
    ), alike AS (
      SELECT b.id FROM by_email b
      UNION
      SELECT c.id FROM contact c WHERE type_id = 2 AND c.tenant_id = tenant AND c.organization_name_key = organization_key
        AND c.deleted_at IS NULL AND c.system_type_id = 2
    ), compared AS (
      SELECT c.id, c.system_type_id::integer AS kind, c.display_name, coalesce(c.first_name_key = first_key, false) AS f,
        coalesce(c.last_name_key = last_key, false) AS l, coalesce(c.organization_name_key = organization_key, false) AS o,
        c.id IN (SELECT b.id FROM by_email b) AS e
      FROM alike a JOIN contact c ON c.tenant_id = tenant AND c.id = a.id
      WHERE c.system_type_id = type_id AND c.deleted_at IS NULL AND c.id <> except_id
    ), scored AS (
      SELECT *, f::integer * 5 + l::integer * 7 + o::integer * 10 + e::integer * 10 AS points FROM compared
    )
    SELECT s.id, s.kind, s.display_name, s.points, s.f, s.l, s.o, s.e FROM scored s
    WHERE s.points >= CASE type_id WHEN 1 THEN 20 ELSE 10 END ORDER BY s.points DESC, s.id LIMIT 20;
END $$;

-- The change feed. A row's time must never fall before a point that a reader has already passed, even when its
-- transaction commits late. So a writer first takes a shared lock that names the tenant and the millisecond, then
-- reads the clock; a reader shows only rows older than every such lock still held (feed_horizon).
CREATE FUNCTION contact_feed_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('guildhall.feed_lock', true) IS DISTINCT FROM NEW.tenant_id || ':' || pg_current_xact_id()::text THEN
    PERFORM pg_advisory_xact_lock_shared(NEW.tenant_id, feed_millisecond(clock_timestamp()));
    PERFORM set_config('guildhall.feed_lock', NEW.tenant_id || ':' || pg_current_xact_id()::text, true);
  END IF;
  NEW.modified_at := date_trunc('milliseconds', clock_timestamp());
  RETURN NEW;
END $$;

-- Milliseconds since 1970, wrapped into an int: 49 days apart before two could be mistaken for each other.
CREATE FUNCTION feed_millisecond(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT (mod(floor(extract(epoch FROM at) * 1000)::bigint, 4294967296) - 2147483648)::integer
$$;

CREATE TRIGGER contact_feed_stamp BEFORE INSERT OR UPDATE ON contact FOR EACH ROW EXECUTE FUNCTION contact_feed_stamp();

-- Rows of the current tenant before this moment can no longer be overtaken. Volatile: the clock is read before the
-- locks, and the caller's next statement sees every commit whose lock was gone by then.
CREATE FUNCTION feed_horizon() RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  seen timestamptz := date_trunc('milliseconds', clock_timestamp());
  oldest bigint;
BEGIN
  SELECT max(age) INTO oldest FROM (
    SELECT mod(feed_millisecond(seen)::bigint - l.objid::bigint + 8589934592, 4294967296) AS age
    FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid::bigint = current_tenant()
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ) held
  -- A lock taken after the clock was read wraps around to a huge age: its rows lie ahead, not behind.
  WHERE age < 2147483648;
  RETURN seen - coalesce(oldest, 0) * interval '1 millisecond';
END $$;

-- The feed after a moment, as JSON: in the order of (time, id), rows of equal time never cut apart. The horizon is
-- read first, and the rows by a statement of their own: in a volatile function each takes a new snapshot, which then
-- holds every commit whose lock was gone when the horizon was read. In one statement with the horizon the snapshot
-- would be older than it and rows be lost; under repeatable read it would be, too.
CREATE FUNCTION contact_changes(since timestamptz, wanted integer) RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  tenant constant integer := current_tenant();
  horizon timestamptz;
  answer text;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'contact_changes needs a snapshot of its own: read committed';
  END IF;
  horizon := feed_horizon();
  SELECT coalesce(json_agg(r), '[]'::json)::text INTO answer FROM (
    SELECT f.id AS "ContactId", f.display_name AS "DisplayName",
      to_char(f.modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "ModifiedDate",
      f.deleted_at IS NOT NULL AS "IsDeleted", f.system_type_id AS "SystemContactTypeId"
    FROM (
      SELECT c.id, c.display_name, c.modified_at, c.deleted_at, c.system_type_id FROM contact c
      WHERE c.tenant_id = tenant AND NOT c.is_unmatched AND c.modified_at > since AND c.modified_at < horizon
      ORDER BY c.modified_at FETCH FIRST wanted ROWS WITH TIES
    ) f ORDER BY f.modified_at, f.id
  ) r;
  RETURN answer;
END $$;

-- Exact totals of listed contacts by kind and status. A slot per backend, so that writers seldom meet.
CREATE FUNCTION contact_count_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'contact:' || system_type_id || ':' || status_id, pg_backend_pid() % 8, count(*)
    FROM added WHERE deleted_at IS NULL AND NOT is_unmatched GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'contact:' || system_type_id || ':' || status_id, pg_backend_pid() % 8, -count(*)
    FROM removed WHERE deleted_at IS NULL AND NOT is_unmatched GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'contact:' || system_type_id || ':' || status_id, pg_backend_pid() % 8, sum(d)
    FROM (SELECT tenant_id, system_type_id, status_id, 1 AS d FROM added WHERE deleted_at IS NULL AND NOT is_unmatched
          UNION ALL
          SELECT tenant_id, system_type_id, status_id, -1 FROM removed WHERE deleted_at IS NULL AND NOT is_unmatched) changed
    GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION contact_count_changed() OWNER TO guildhall_system;
CREATE TRIGGER contact_count_insert AFTER INSERT ON contact REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION contact_count_changed();
CREATE TRIGGER contact_count_update AFTER UPDATE ON contact REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION contact_count_changed();
CREATE TRIGGER contact_count_delete AFTER DELETE ON contact REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION contact_count_changed();
ALTER TABLE record_count SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
REVOKE INSERT, UPDATE, DELETE ON record_count FROM guildhall_app;

REVOKE CREATE ON SCHEMA public FROM guildhall_system;

-- ISO 3166-1: numeric code, alpha-2 code, English name.
INSERT INTO country (id, alpha2, name) VALUES
  (4, 'AF', 'Afghanistan'),
  (8, 'AL', 'Albania'),
  (10, 'AQ', 'Antarctica'),
  (12, 'DZ', 'Algeria'),
  (16, 'AS', 'American Samoa'),
  (20, 'AD', 'Andorra'),
  (24, 'AO', 'Angola'),
  (28, 'AG', 'Antigua and Barbuda'),
  (31, 'AZ', 'Azerbaijan'),
  (32, 'AR', 'Argentina'),
  (36, 'AU', 'Australia'),
  (40, 'AT', 'Austria'),
  (44, 'BS', 'Bahamas'),
  (48, 'BH', 'Bahrain'),
  (50, 'BD', 'Bangladesh'),
  (51, 'AM', 'Armenia'),
  (52, 'BB', 'Barbados'),
  (56, 'BE', 'Belgium'),
  (60, 'BM', 'Bermuda'),
  (64, 'BT', 'Bhutan'),
  (68, 'BO', 'Bolivia'),
  (70, 'BA', 'Bosnia and Herzegovina'),
  (72, 'BW', 'Botswana'),
  (74, 'BV', 'Bouvet Island'),
  (76, 'BR', 'Brazil'),
  (84, 'BZ', 'Belize'),
  (86, 'IO', 'British Indian Ocean Territory'),
  (90, 'SB', 'Solomon Islands'),
  (92, 'VG', 'Virgin Islands, British'),
  (96, 'BN', 'Brunei Darussalam'),
  (100, 'BG', 'Bulgaria'),
  (104, 'MM', 'Myanmar'),
  (108, 'BI', 'Burundi'),
  (112, 'BY', 'Belarus'),
  (116, 'KH', 'Cambodia'),
  (120, 'CM', 'Cameroon'),
  (124, 'CA', 'Canada'),
  (132, 'CV', 'Cape Verde'),
  (136, 'KY', 'Cayman Islands'),
  (140, 'CF', 'Central African Republic'),
  (144, 'LK', 'Sri Lanka'),
  (148, 'TD', 'Chad'),
  (152, 'CL', 'Chile'),
  (156, 'CN', 'People''s Republic of China'),
  (158, 'TW', 'Taiwan, Province of China'),
  (162, 'CX', 'Christmas Island'),
  (166, 'CC', 'Cocos (Keeling) Islands'),
  (170, 'CO', 'Colombia'),
  (174, 'KM', 'Comoros'),
  (175, 'YT', 'Mayotte'),
  (178, 'CG', 'Republic of the Congo'),
  (180, 'CD', 'Democratic Republic of the Congo'),
  (184, 'CK', 'Cook Islands'),
  (188, 'CR', 'Costa Rica'),
  (191, 'HR', 'Croatia'),
  (192, 'CU', 'Cuba'),
  (196, 'CY', 'Cyprus'),
  (203, 'CZ', 'Czech Republic'),
  (204, 'BJ', 'Benin'),
  (208, 'DK', 'Denmark'),
  (212, 'DM', 'Dominica'),
  (214, 'DO', 'Dominican Republic'),
  (218, 'EC', 'Ecuador'),
  (222, 'SV', 'El Salvador'),
  (226, 'GQ', 'Equatorial Guinea'),
  (231, 'ET', 'Ethiopia'),
  (232, 'ER', 'Eritrea'),
  (233, 'EE', 'Estonia'),
  (234, 'FO', 'Faroe Islands'),
  (238, 'FK', 'Falkland Islands (Malvinas)'),
  (239, 'GS', 'South Georgia and the South Sandwich Islands'),
  (242, 'FJ', 'Fiji'),
  (246, 'FI', 'Finland'),
  (248, 'AX', 'Åland Islands'),
  (250, 'FR', 'France'),
  (254, 'GF', 'French Guiana'),
  (258, 'PF', 'French Polynesia'),
  (260, 'TF', 'French Southern Territories'),
  (262, 'DJ', 'Djibouti'),
  (266, 'GA', 'Gabon'),
  (268, 'GE', 'Georgia'),
  (270, 'GM', 'Republic of The Gambia'),
  (275, 'PS', 'State of Palestine'),
  (276, 'DE', 'Germany'),
  (288, 'GH', 'Ghana'),
  (292, 'GI', 'Gibraltar'),
  (296, 'KI', 'Kiribati'),
  (300, 'GR', 'Greece'),
  (304, 'GL', 'Greenland'),
  (308, 'GD', 'Grenada'),
  (312, 'GP', 'Guadeloupe'),
  (316, 'GU', 'Guam'),
  (320, 'GT', 'Guatemala'),
  (324, 'GN', 'Guinea'),
  (328, 'GY', 'Guyana'),
  (332, 'HT', 'Haiti'),
  (334, 'HM', 'Heard Island and McDonald Islands'),
  (336, 'VA', 'Holy See (Vatican City State)'),
  (340, 'HN', 'Honduras'),
  (344, 'HK', 'Hong Kong'),
  (348, 'HU', 'Hungary'),
  (352, 'IS', 'Iceland'),
  (356, 'IN', 'India'),
  (360, 'ID', 'Indonesia'),
  (364, 'IR', 'Islamic Republic of Iran'),
  (368, 'IQ', 'Iraq'),
  (372, 'IE', 'Ireland'),
  (376, 'IL', 'Israel'),
  (380, 'IT', 'Italy'),
  (384, 'CI', 'Cote d''Ivoire'),
  (388, 'JM', 'Jamaica'),
  (392, 'JP', 'Japan'),
  (398, 'KZ', 'Kazakhstan'),
  (400, 'JO', 'Jordan'),
  (404, 'KE', 'Kenya'),
  (408, 'KP', 'North Korea'),
  (410, 'KR', 'South Korea'),
  (414, 'KW', 'Kuwait'),
  (417, 'KG', 'Kyrgyzstan'),
  (418, 'LA', 'Lao People''s Democratic Republic'),
  (422, 'LB', 'Lebanon'),
  (426, 'LS', 'Lesotho'),
  (428, 'LV', 'Latvia'),
  (430, 'LR', 'Liberia'),
  (434, 'LY', 'Libya'),
  (438, 'LI', 'Liechtenstein'),
  (440, 'LT', 'Lithuania'),
  (442, 'LU', 'Luxembourg'),
  (446, 'MO', 'Macao'),
  (450, 'MG', 'Madagascar'),
  (454, 'MW', 'Malawi'),
  (458, 'MY', 'Malaysia'),
  (462, 'MV', 'Maldives'),
  (466, 'ML', 'Mali'),
  (470, 'MT', 'Malta'),
  (474, 'MQ', 'Martinique'),
  (478, 'MR', 'Mauritania'),
  (480, 'MU', 'Mauritius'),
  (484, 'MX', 'Mexico'),
  (492, 'MC', 'Monaco'),
  (496, 'MN', 'Mongolia'),
  (498, 'MD', 'Moldova, Republic of'),
  (499, 'ME', 'Montenegro'),
  (500, 'MS', 'Montserrat'),
  (504, 'MA', 'Morocco'),
  (508, 'MZ', 'Mozambique'),
  (512, 'OM', 'Oman'),
  (516, 'NA', 'Namibia'),
  (520, 'NR', 'Nauru'),
  (524, 'NP', 'Nepal'),
  (528, 'NL', 'Netherlands'),
  (531, 'CW', 'Curaçao'),
  (533, 'AW', 'Aruba'),
  (534, 'SX', 'Sint Maarten (Dutch part)'),
  (535, 'BQ', 'Bonaire, Sint Eustatius and Saba'),
  (540, 'NC', 'New Caledonia'),
  (548, 'VU', 'Vanuatu'),
  (554, 'NZ', 'New Zealand'),
  (558, 'NI', 'Nicaragua'),
  (562, 'NE', 'Niger'),
  (566, 'NG', 'Nigeria'),
  (570, 'NU', 'Niue'),
  (574, 'NF', 'Norfolk Island'),
  (578, 'NO', 'Norway'),
  (580, 'MP', 'Northern Mariana Islands'),
  (581, 'UM', 'United States Minor Outlying Islands'),
  (583, 'FM', 'Micronesia, Federated States of'),
  (584, 'MH', 'Marshall Islands'),
  (585, 'PW', 'Palau'),
  (586, 'PK', 'Pakistan'),
  (591, 'PA', 'Panama'),
  (598, 'PG', 'Papua New Guinea'),
  (600, 'PY', 'Paraguay'),
  (604, 'PE', 'Peru'),
  (608, 'PH', 'Philippines'),
  (612, 'PN', 'Pitcairn'),
  (616, 'PL', 'Poland'),
  (620, 'PT', 'Portugal'),
  (624, 'GW', 'Guinea-Bissau'),
  (626, 'TL', 'Timor-Leste'),
  (630, 'PR', 'Puerto Rico'),
  (634, 'QA', 'Qatar'),
  (638, 'RE', 'Reunion'),
  (642, 'RO', 'Romania'),
  (643, 'RU', 'Russian Federation'),
  (646, 'RW', 'Rwanda'),
  (652, 'BL', 'Saint Barthélemy'),
  (654, 'SH', 'Saint Helena'),
  (659, 'KN', 'Saint Kitts and Nevis'),
  (660, 'AI', 'Anguilla'),
  (662, 'LC', 'Saint Lucia'),
  (663, 'MF', 'Saint Martin (French part)'),
  (666, 'PM', 'Saint Pierre and Miquelon'),
  (670, 'VC', 'Saint Vincent and the Grenadines'),
  (674, 'SM', 'San Marino'),
  (678, 'ST', 'Sao Tome and Principe'),
  (682, 'SA', 'Saudi Arabia'),
  (686, 'SN', 'Senegal'),
  (688, 'RS', 'Serbia'),
  (690, 'SC', 'Seychelles'),
  (694, 'SL', 'Sierra Leone'),
  (702, 'SG', 'Singapore'),
  (703, 'SK', 'Slovakia'),
  (704, 'VN', 'Vietnam'),
  (705, 'SI', 'Slovenia'),
  (706, 'SO', 'Somalia'),
  (710, 'ZA', 'South Africa'),
  (716, 'ZW', 'Zimbabwe'),
  (724, 'ES', 'Spain'),
  (728, 'SS', 'South Sudan'),
  (729, 'SD', 'Sudan'),
  (732, 'EH', 'Western Sahara'),
  (740, 'SR', 'Suriname'),
  (744, 'SJ', 'Svalbard and Jan Mayen'),
  (748, 'SZ', 'Eswatini'),
  (752, 'SE', 'Sweden'),
  (756, 'CH', 'Switzerland'),
  (760, 'SY', 'Syrian Arab Republic'),
  (762, 'TJ', 'Tajikistan'),
  (764, 'TH', 'Thailand'),
  (768, 'TG', 'Togo'),
  (772, 'TK', 'Tokelau'),
  (776, 'TO', 'Tonga'),
  (780, 'TT', 'Trinidad and Tobago'),
  (784, 'AE', 'United Arab Emirates'),
  (788, 'TN', 'Tunisia'),
  (792, 'TR', 'Türkiye'),
  (795, 'TM', 'Turkmenistan'),
  (796, 'TC', 'Turks and Caicos Islands'),
  (798, 'TV', 'Tuvalu'),
  (800, 'UG', 'Uganda'),
  (804, 'UA', 'Ukraine'),
  (807, 'MK', 'The Republic of North Macedonia'),
  (818, 'EG', 'Egypt'),
  (826, 'GB', 'United Kingdom'),
  (831, 'GG', 'Guernsey'),
  (832, 'JE', 'Jersey'),
  (833, 'IM', 'Isle of Man'),
  (834, 'TZ', 'United Republic of Tanzania'),
  (840, 'US', 'United States of America'),
  (850, 'VI', 'Virgin Islands, U.S.'),
  (854, 'BF', 'Burkina Faso'),
  (858, 'UY', 'Uruguay'),
  (860, 'UZ', 'Uzbekistan'),
  (862, 'VE', 'Venezuela'),
  (876, 'WF', 'Wallis and Futuna'),
  (882, 'WS', 'Samoa'),
  (887, 'YE', 'Yemen'),
  (894, 'ZM', 'Zambia'),
  (983, 'XK', 'Kosovo');

-- Jobs. The worker's own tables belong to whoever migrates; requests and relays add jobs through this alone.
-- specs: [{ "name", "payload", "key", "queue", "runAt", "attempts" }]; a job of the same key that waits is replaced.
CREATE FUNCTION enqueue_jobs(specs json) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  -- Work of a tenant stays its own: a job that names another, or none, is not one that a request may ask for.
  IF current_tenant() IS NOT NULL AND EXISTS (
    SELECT FROM json_array_elements(specs) AS s WHERE s -> 'payload' ->> 'tenantId' IS DISTINCT FROM current_tenant()::text
  ) THEN
    RAISE EXCEPTION 'a job of a tenant carries its tenantId' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM graphile_worker.add_job(
    s.name, s.payload, queue_name => s.queue, run_at => s."runAt", max_attempts => s.attempts, job_key => s.key)
  FROM json_to_recordset(specs) AS s (name text, payload json, key text, queue text, "runAt" timestamptz, attempts integer);
END $$;
REVOKE EXECUTE ON FUNCTION enqueue_jobs(json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_jobs(json) TO guildhall_app, guildhall_system;

-- Credentials are remembered by every replica. Whoever changes one, the replicas hear of it on commit and forget.
CREATE FUNCTION credentials_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guildhall_credentials', '');
  RETURN NULL;
END $$;
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON tenant FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON application_permission FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON application_secret FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER credentials_changed AFTER UPDATE OF revoked_at ON oauth_token FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER credentials_changed AFTER UPDATE OF disabled_at OR DELETE ON login FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON staff FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON role FOR EACH STATEMENT EXECUTE FUNCTION credentials_changed();
