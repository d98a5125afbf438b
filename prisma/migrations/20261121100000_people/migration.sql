-- The people wing: memberships, chapters, custom fields, directories, mail, and the books as far as memberships need them.

-- DropIndex
DROP INDEX "membership_type_tenant_id_name_key";

-- AlterTable
ALTER TABLE "contact_group_member" ADD COLUMN     "is_listed" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "contact_relationship_type" ADD COLUMN     "inherits_rights" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "reverse_inherits_rights" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "contact_role_type" ADD COLUMN     "inherits_rights" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "membership" DROP COLUMN "level",
ADD COLUMN     "approved_at" TIMESTAMPTZ(3),
ADD COLUMN     "cancelled_on" DATE,
ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "dropped_on" DATE,
ADD COLUMN     "end_reason" TEXT,
ADD COLUMN     "joined_on" DATE NOT NULL,
ADD COLUMN     "level_id" INTEGER,
ADD COLUMN     "next_day" DATE,
ADD COLUMN     "next_level_id" INTEGER,
ADD COLUMN     "suspended_on" DATE,
ALTER COLUMN "start_date" DROP NOT NULL;

-- AlterTable
ALTER TABLE "membership_type" ADD COLUMN     "audit_id" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "covers_people" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "description" TEXT,
ADD COLUMN     "display_order" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "due_days" SMALLINT NOT NULL DEFAULT 30,
ADD COLUMN     "grace_days" SMALLINT NOT NULL DEFAULT 30,
ADD COLUMN     "is_active" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "is_prorated" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "name_key" TEXT NOT NULL,
ADD COLUMN     "needs_approval" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "renewal_day" SMALLINT,
ADD COLUMN     "renewal_invoice_days" SMALLINT,
ADD COLUMN     "renewal_month" SMALLINT,
ADD COLUMN     "rollover_days" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "system_contact_type_id" SMALLINT,
ADD COLUMN     "term_kind_id" SMALLINT NOT NULL DEFAULT 1,
ADD COLUMN     "term_months" SMALLINT NOT NULL DEFAULT 12;

-- CreateTable
CREATE TABLE "chapter" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "organization_id" INTEGER NOT NULL,
    "number" TEXT,
    "description" TEXT,
    "parent_id" INTEGER,
    "calendar_id" INTEGER,
    "group_id" INTEGER,
    "directory_id" INTEGER,
    "previous_directory_id" INTEGER,
    "payment_gateway_id" INTEGER,
    "postal_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "takes_postal_codes" BOOLEAN NOT NULL DEFAULT false,
    "affiliate_tenant_key" TEXT,
    "affiliate_is_active" BOOLEAN NOT NULL DEFAULT false,
    "allows_affiliate_editing" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chapter_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "chapter_owner" (
    "tenant_id" INTEGER NOT NULL,
    "chapter_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "can_edit" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "chapter_owner_pkey" PRIMARY KEY ("tenant_id","chapter_id","contact_id")
);

-- CreateTable
CREATE TABLE "contact_chapter" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "chapter_id" INTEGER NOT NULL,
    "is_primary" BOOLEAN NOT NULL,
    "is_by_postal_code" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_chapter_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "chapter_assignment" (
    "tenant_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL DEFAULT 0,
    "after_contact_id" INTEGER NOT NULL DEFAULT 0,
    "contact_count" INTEGER NOT NULL DEFAULT 0,
    "assigned_count" INTEGER NOT NULL DEFAULT 0,
    "removed_count" INTEGER NOT NULL DEFAULT 0,
    "unchanged_count" INTEGER NOT NULL DEFAULT 0,
    "unmatched_count" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "chapter_assignment_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "custom_field_group" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "display_order" INTEGER,

    CONSTRAINT "custom_field_group_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "custom_field" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "object_type_id" SMALLINT NOT NULL,
    "search_object_type_id" SMALLINT,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "description" TEXT,
    "show_description" BOOLEAN NOT NULL DEFAULT true,
    "force_form_disabled" BOOLEAN NOT NULL DEFAULT false,
    "data_type_id" SMALLINT NOT NULL,
    "data_size" INTEGER,
    "scale_minimum" SMALLINT,
    "scale_maximum" SMALLINT,
    "scale_minimum_label" TEXT,
    "scale_maximum_label" TEXT,
    "group_id" INTEGER,
    "existing_field_id" INTEGER,
    "content_list_id" INTEGER,
    "directory_id" INTEGER,
    "form_id" INTEGER,
    "membership_type_id" INTEGER,
    "membership_level_id" INTEGER,
    "project_type_id" INTEGER,
    "standard_field_id" SMALLINT,
    "external_data_source" TEXT,
    "display_order" INTEGER,
    "display_width" SMALLINT,
    "css_class" TEXT,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "is_member_editable" BOOLEAN NOT NULL DEFAULT false,
    "is_required" BOOLEAN NOT NULL DEFAULT false,
    "is_archived" BOOLEAN NOT NULL DEFAULT false,
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "custom_field_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "custom_field_choice" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "field_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "display_order" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_default" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "custom_field_choice_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "custom_field_child" (
    "tenant_id" INTEGER NOT NULL,
    "parent_id" INTEGER NOT NULL,
    "child_id" INTEGER NOT NULL,
    "show_for_value" TEXT,
    "display_order" INTEGER NOT NULL,

    CONSTRAINT "custom_field_child_pkey" PRIMARY KEY ("tenant_id","parent_id","child_id")
);

-- CreateTable
CREATE TABLE "custom_field_value" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "field_id" INTEGER NOT NULL,
    "object_id" INTEGER NOT NULL,
    "ordinal" SMALLINT NOT NULL DEFAULT 0,
    "text_value" TEXT,
    "number_value" DECIMAL(30,6),
    "date_value" DATE,
    "ref_id" INTEGER,
    "sort_key" TEXT NOT NULL,
    "is_live" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "custom_field_value_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "custom_field_listing_type" (
    "tenant_id" INTEGER NOT NULL,
    "field_id" INTEGER NOT NULL,
    "listing_type_id" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL,

    CONSTRAINT "custom_field_listing_type_pkey" PRIMARY KEY ("tenant_id","field_id","listing_type_id")
);

-- CreateTable
CREATE TABLE "directory" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "is_public" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "directory_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "directory_listing_type" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "directory_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "directory_listing_type_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "directory_listing" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "directory_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "listing_type_id" INTEGER,

    CONSTRAINT "directory_listing_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "number_series" (
    "tenant_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "next" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "number_series_pkey" PRIMARY KEY ("tenant_id","name")
);

-- CreateTable
CREATE TABLE "invoice" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "number" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "issued_on" DATE NOT NULL,
    "due_on" DATE NOT NULL,
    "total" DECIMAL(14,2) NOT NULL,
    "balance" DECIMAL(14,2) NOT NULL,
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invoice_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_line" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "description" TEXT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "invoice_line_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "payment" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "number" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "received_on" DATE NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "payment_type_id" SMALLINT NOT NULL,
    "reference" TEXT,
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "payment_application" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "payment_id" INTEGER NOT NULL,
    "invoice_id" INTEGER NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,

    CONSTRAINT "payment_application_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "payment_gateway" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'Sandbox',
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "payment_gateway_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "mail_template" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "key" TEXT,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "description" TEXT,
    "subject" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT,
    "category" TEXT,

    CONSTRAINT "mail_template_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "mail_message" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "template_key" TEXT NOT NULL,
    "contact_id" INTEGER,
    "to_address" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "to_name" TEXT,
    "data" JSONB,
    "category" TEXT,
    "message_id" TEXT,
    "subject" TEXT,
    "html" TEXT,
    "text" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "reason" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_message_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "mail_suppression" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "address_key" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_suppression_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "membership_level" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "type_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "price" DECIMAL(14,2) NOT NULL,
    "term_months" SMALLINT,
    "display_order" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "membership_level_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "membership_term" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "membership_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "level_id" INTEGER,
    "starts_on" DATE NOT NULL,
    "ends_on" DATE NOT NULL,
    "ended_on" DATE,
    "months" SMALLINT NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "invoice_id" INTEGER,
    "activated_at" TIMESTAMPTZ(3),
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_term_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "membership_level_change" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "membership_id" INTEGER NOT NULL,
    "term_id" INTEGER NOT NULL,
    "level_id" INTEGER NOT NULL,
    "amount" DECIMAL(14,2) NOT NULL,
    "invoice_id" INTEGER,
    "activated_at" TIMESTAMPTZ(3),
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_level_change_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "membership_notice" (
    "tenant_id" INTEGER NOT NULL,
    "membership_id" INTEGER NOT NULL,
    "term_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_notice_pkey" PRIMARY KEY ("tenant_id","membership_id","term_id","kind")
);

-- CreateTable
CREATE TABLE "membership_nightly_switch" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "switched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "membership_nightly_switch_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "membership_nightly_run" (
    "tenant_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "is_on" BOOLEAN NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "done_count" INTEGER NOT NULL DEFAULT 0,
    "begun_count" INTEGER NOT NULL DEFAULT 0,
    "graced_count" INTEGER NOT NULL DEFAULT 0,
    "lapsed_count" INTEGER NOT NULL DEFAULT 0,
    "dropped_count" INTEGER NOT NULL DEFAULT 0,
    "invoiced_count" INTEGER NOT NULL DEFAULT 0,
    "expiring_notice_count" INTEGER NOT NULL DEFAULT 0,
    "grace_notice_count" INTEGER NOT NULL DEFAULT 0,
    "dropped_notice_count" INTEGER NOT NULL DEFAULT 0,
    "refused_count" INTEGER NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "membership_nightly_run_pkey" PRIMARY KEY ("tenant_id","day")
);

-- CreateTable
CREATE TABLE "contact_group_category" (
    "tenant_id" INTEGER NOT NULL,
    "group_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,

    CONSTRAINT "contact_group_category_pkey" PRIMARY KEY ("tenant_id","group_id","item_id")
);

-- CreateTable
CREATE TABLE "calendar" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "description" TEXT,

    CONSTRAINT "calendar_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "chapter_tenant_id_parent_id_idx" ON "chapter"("tenant_id", "parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "chapter_tenant_id_organization_id_key" ON "chapter"("tenant_id", "organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "chapter_tenant_id_calendar_id_key" ON "chapter"("tenant_id", "calendar_id");

-- CreateIndex
CREATE INDEX "chapter_owner_tenant_id_contact_id_idx" ON "chapter_owner"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "contact_chapter_tenant_id_chapter_id_contact_id_idx" ON "contact_chapter"("tenant_id", "chapter_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_chapter_tenant_id_contact_id_chapter_id_key" ON "contact_chapter"("tenant_id", "contact_id", "chapter_id");

-- CreateIndex
CREATE UNIQUE INDEX "custom_field_group_tenant_id_name_key_key" ON "custom_field_group"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "custom_field_tenant_id_object_type_id_idx" ON "custom_field"("tenant_id", "object_type_id");

-- CreateIndex
CREATE UNIQUE INDEX "custom_field_choice_tenant_id_field_id_name_key_key" ON "custom_field_choice"("tenant_id", "field_id", "name_key");

-- CreateIndex
CREATE INDEX "custom_field_child_tenant_id_child_id_idx" ON "custom_field_child"("tenant_id", "child_id");

-- CreateIndex
CREATE UNIQUE INDEX "custom_field_value_tenant_id_field_id_object_id_ordinal_key" ON "custom_field_value"("tenant_id", "field_id", "object_id", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "directory_tenant_id_name_key_key" ON "directory"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "directory_listing_type_tenant_id_directory_id_name_key_key" ON "directory_listing_type"("tenant_id", "directory_id", "name_key");

-- CreateIndex
CREATE INDEX "directory_listing_tenant_id_contact_id_idx" ON "directory_listing"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_listing_tenant_id_directory_id_contact_id_key" ON "directory_listing"("tenant_id", "directory_id", "contact_id");

-- CreateIndex
CREATE INDEX "invoice_tenant_id_contact_id_idx" ON "invoice"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_tenant_id_number_key" ON "invoice"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_line_tenant_id_invoice_id_position_key" ON "invoice_line"("tenant_id", "invoice_id", "position");

-- CreateIndex
CREATE INDEX "payment_tenant_id_contact_id_idx" ON "payment"("tenant_id", "contact_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_tenant_id_number_key" ON "payment"("tenant_id", "number");

-- CreateIndex
CREATE INDEX "payment_application_tenant_id_invoice_id_idx" ON "payment_application"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "payment_application_tenant_id_payment_id_idx" ON "payment_application"("tenant_id", "payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_gateway_tenant_id_name_key_key" ON "payment_gateway"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "mail_template_tenant_id_name_key_key" ON "mail_template"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "mail_template_tenant_id_key_key" ON "mail_template"("tenant_id", "key");

-- CreateIndex
CREATE INDEX "mail_message_tenant_id_contact_id_id_idx" ON "mail_message"("tenant_id", "contact_id", "id");

-- CreateIndex
CREATE INDEX "mail_message_tenant_id_status_id_idx" ON "mail_message"("tenant_id", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "mail_message_tenant_id_key_key" ON "mail_message"("tenant_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "mail_suppression_tenant_id_address_key_category_key" ON "mail_suppression"("tenant_id", "address_key", "category");

-- CreateIndex
CREATE UNIQUE INDEX "membership_level_tenant_id_type_id_name_key_key" ON "membership_level"("tenant_id", "type_id", "name_key");

-- CreateIndex
CREATE INDEX "membership_term_tenant_id_membership_id_starts_on_idx" ON "membership_term"("tenant_id", "membership_id", "starts_on");

-- CreateIndex
CREATE INDEX "membership_term_tenant_id_invoice_id_idx" ON "membership_term"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "contact_group_category_tenant_id_item_id_idx" ON "contact_group_category"("tenant_id", "item_id");

-- CreateIndex
CREATE INDEX "membership_level_change_tenant_id_membership_id_idx" ON "membership_level_change"("tenant_id", "membership_id");

-- CreateIndex
CREATE INDEX "membership_level_change_tenant_id_invoice_id_idx" ON "membership_level_change"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "membership_tenant_id_status_id_idx" ON "membership"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "membership_tenant_id_expiration_date_id_idx" ON "membership"("tenant_id", "expiration_date", "id");

-- CreateIndex
CREATE INDEX "membership_tenant_id_type_id_idx" ON "membership"("tenant_id", "type_id");

-- CreateIndex
CREATE INDEX "membership_tenant_id_next_day_id_idx" ON "membership"("tenant_id", "next_day", "id");

-- CreateIndex
CREATE UNIQUE INDEX "membership_type_tenant_id_name_key_key" ON "membership_type"("tenant_id", "name_key");

-- AddForeignKey
ALTER TABLE "chapter" ADD CONSTRAINT "chapter_tenant_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "organization_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chapter" ADD CONSTRAINT "chapter_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "chapter"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chapter" ADD CONSTRAINT "chapter_tenant_id_calendar_id_fkey" FOREIGN KEY ("tenant_id", "calendar_id") REFERENCES "calendar"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chapter" ADD CONSTRAINT "chapter_tenant_id_group_id_fkey" FOREIGN KEY ("tenant_id", "group_id") REFERENCES "contact_group"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chapter" ADD CONSTRAINT "chapter_tenant_id_directory_id_fkey" FOREIGN KEY ("tenant_id", "directory_id") REFERENCES "directory"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chapter" ADD CONSTRAINT "chapter_tenant_id_payment_gateway_id_fkey" FOREIGN KEY ("tenant_id", "payment_gateway_id") REFERENCES "payment_gateway"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chapter_owner" ADD CONSTRAINT "chapter_owner_tenant_id_chapter_id_fkey" FOREIGN KEY ("tenant_id", "chapter_id") REFERENCES "chapter"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chapter_owner" ADD CONSTRAINT "chapter_owner_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_chapter" ADD CONSTRAINT "contact_chapter_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_chapter" ADD CONSTRAINT "contact_chapter_tenant_id_chapter_id_fkey" FOREIGN KEY ("tenant_id", "chapter_id") REFERENCES "chapter"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_tenant_id_group_id_fkey" FOREIGN KEY ("tenant_id", "group_id") REFERENCES "custom_field_group"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_tenant_id_existing_field_id_fkey" FOREIGN KEY ("tenant_id", "existing_field_id") REFERENCES "custom_field"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field" ADD CONSTRAINT "custom_field_tenant_id_directory_id_fkey" FOREIGN KEY ("tenant_id", "directory_id") REFERENCES "directory"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field_choice" ADD CONSTRAINT "custom_field_choice_tenant_id_field_id_fkey" FOREIGN KEY ("tenant_id", "field_id") REFERENCES "custom_field"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field_child" ADD CONSTRAINT "custom_field_child_tenant_id_parent_id_fkey" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "custom_field"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field_child" ADD CONSTRAINT "custom_field_child_tenant_id_child_id_fkey" FOREIGN KEY ("tenant_id", "child_id") REFERENCES "custom_field"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field_value" ADD CONSTRAINT "custom_field_value_tenant_id_field_id_fkey" FOREIGN KEY ("tenant_id", "field_id") REFERENCES "custom_field"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field_listing_type" ADD CONSTRAINT "custom_field_listing_type_tenant_id_field_id_fkey" FOREIGN KEY ("tenant_id", "field_id") REFERENCES "custom_field"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "custom_field_listing_type" ADD CONSTRAINT "custom_field_listing_type_tenant_id_listing_type_id_fkey" FOREIGN KEY ("tenant_id", "listing_type_id") REFERENCES "directory_listing_type"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_listing_type" ADD CONSTRAINT "directory_listing_type_tenant_id_directory_id_fkey" FOREIGN KEY ("tenant_id", "directory_id") REFERENCES "directory"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_listing" ADD CONSTRAINT "directory_listing_tenant_id_directory_id_fkey" FOREIGN KEY ("tenant_id", "directory_id") REFERENCES "directory"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_listing" ADD CONSTRAINT "directory_listing_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_listing" ADD CONSTRAINT "directory_listing_tenant_id_listing_type_id_fkey" FOREIGN KEY ("tenant_id", "listing_type_id") REFERENCES "directory_listing_type"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_line" ADD CONSTRAINT "invoice_line_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_application" ADD CONSTRAINT "payment_application_tenant_id_payment_id_fkey" FOREIGN KEY ("tenant_id", "payment_id") REFERENCES "payment"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_application" ADD CONSTRAINT "payment_application_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_level" ADD CONSTRAINT "membership_level_tenant_id_type_id_fkey" FOREIGN KEY ("tenant_id", "type_id") REFERENCES "membership_type"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_tenant_id_level_id_fkey" FOREIGN KEY ("tenant_id", "level_id") REFERENCES "membership_level"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_term" ADD CONSTRAINT "membership_term_tenant_id_membership_id_fkey" FOREIGN KEY ("tenant_id", "membership_id") REFERENCES "membership"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_term" ADD CONSTRAINT "membership_term_tenant_id_level_id_fkey" FOREIGN KEY ("tenant_id", "level_id") REFERENCES "membership_level"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_term" ADD CONSTRAINT "membership_term_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_tenant_id_next_level_id_fkey" FOREIGN KEY ("tenant_id", "next_level_id") REFERENCES "membership_level"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_level_change" ADD CONSTRAINT "membership_level_change_tenant_id_membership_id_fkey" FOREIGN KEY ("tenant_id", "membership_id") REFERENCES "membership"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_level_change" ADD CONSTRAINT "membership_level_change_tenant_id_term_id_fkey" FOREIGN KEY ("tenant_id", "term_id") REFERENCES "membership_term"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_level_change" ADD CONSTRAINT "membership_level_change_tenant_id_level_id_fkey" FOREIGN KEY ("tenant_id", "level_id") REFERENCES "membership_level"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_level_change" ADD CONSTRAINT "membership_level_change_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoice"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership_notice" ADD CONSTRAINT "membership_notice_tenant_id_membership_id_fkey" FOREIGN KEY ("tenant_id", "membership_id") REFERENCES "membership"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_group_category" ADD CONSTRAINT "contact_group_category_tenant_id_group_id_fkey" FOREIGN KEY ("tenant_id", "group_id") REFERENCES "contact_group"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_group_category" ADD CONSTRAINT "contact_group_category_tenant_id_item_id_fkey" FOREIGN KEY ("tenant_id", "item_id") REFERENCES "category_item"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.

-- by hand: custom_field_name
-- Storage names are unique among the fields that are not deleted.
CREATE UNIQUE INDEX custom_field_name ON custom_field (tenant_id, object_type_id, name_key) WHERE deleted_at IS NULL;
-- by hand: custom_field_value_order
-- Lists are filtered and sorted by this; compared bytewise, as leakproof as the policy demands.
ALTER TABLE custom_field_value ALTER COLUMN sort_key TYPE text COLLATE "C";
-- Ordinal and is_live stand in it, so that pages and totals are read from the index alone.
CREATE INDEX custom_field_value_order ON custom_field_value (tenant_id, field_id, sort_key, object_id)
  INCLUDE (ordinal) WHERE is_live;

-- Contacts that come and go in lists take their values along. Object types 1, 2 and 3 are of contacts, and those fields
-- of editions (12) that are for them.
CREATE FUNCTION contact_values_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE custom_field_value v SET is_live = NEW.deleted_at IS NULL AND NOT NEW.is_unmatched
  FROM custom_field f
  WHERE f.tenant_id = NEW.tenant_id
    AND (CASE WHEN f.object_type_id = 12 THEN f.search_object_type_id ELSE f.object_type_id END) IN (1, 2, 3)
    AND v.tenant_id = NEW.tenant_id AND v.field_id = f.id AND v.object_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER contact_values_live AFTER UPDATE OF deleted_at, is_unmatched ON contact FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL AND NOT OLD.is_unmatched) IS DISTINCT FROM (NEW.deleted_at IS NULL AND NOT NEW.is_unmatched))
  EXECUTE FUNCTION contact_values_live();

-- Choices are ordered as their list is; whoever moves one moves the values that have it.
CREATE FUNCTION choice_sort_key(display_order integer, id integer) RETURNS text LANGUAGE sql IMMUTABLE
  RETURN lpad(display_order::text, 10, '0') || lpad(id::text, 10, '0');
CREATE FUNCTION choice_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE custom_field_value v SET sort_key = choice_sort_key(NEW.display_order, NEW.id)
  WHERE v.tenant_id = NEW.tenant_id AND v.field_id = NEW.field_id AND v.ref_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER choice_moved AFTER UPDATE OF display_order ON custom_field_choice FOR EACH ROW
  WHEN (OLD.display_order IS DISTINCT FROM NEW.display_order) EXECUTE FUNCTION choice_moved();
-- by hand: contact_chapter_primary
CREATE UNIQUE INDEX contact_chapter_primary ON contact_chapter (tenant_id, contact_id) WHERE is_primary;
-- by hand: chapter_assignment_running
-- One run at a time: who asks for another one joins it.
CREATE UNIQUE INDEX chapter_assignment_running ON chapter_assignment (tenant_id) WHERE status = 'running';
-- by hand: payment_gateway_default
CREATE UNIQUE INDEX payment_gateway_default ON payment_gateway (tenant_id) WHERE is_default;

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['chapter', 'chapter_owner', 'contact_chapter', 'chapter_assignment', 'custom_field_group', 'custom_field', 'custom_field_choice', 'custom_field_child', 'custom_field_value', 'custom_field_listing_type', 'directory', 'directory_listing_type', 'directory_listing', 'number_series', 'invoice', 'invoice_line', 'payment', 'payment_application', 'payment_gateway', 'mail_template', 'mail_message', 'mail_suppression', 'membership_level', 'membership_term', 'membership_level_change', 'membership_notice', 'membership_nightly_switch', 'membership_nightly_run', 'contact_group_category', 'calendar']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system;

-- Who runs a chapter as a tenant of this service is named by that tenant's key. The wall hides other tenants from
-- requests; this answers the name behind one key, and nothing else.
CREATE FUNCTION tenant_name_of(wanted text) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$ SELECT name FROM tenant WHERE key = wanted $$;
ALTER FUNCTION tenant_name_of(text) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION tenant_name_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_name_of(text) TO guildhall_app, guildhall_system;

-- The books are corrected by further entries, never deleted.
REVOKE DELETE ON invoice, invoice_line, payment, payment_application, number_series FROM guildhall_app;
REVOKE UPDATE ON invoice_line, payment_application FROM guildhall_app;

-- by hand: contact_relationship_type_name
CREATE UNIQUE INDEX contact_relationship_type_name ON contact_relationship_type (tenant_id, system_type_id, lower(name));
-- by hand: contact_group_name
CREATE UNIQUE INDEX contact_group_name ON contact_group (tenant_id, lower(name)) WHERE deleted_at IS NULL;

-- Exact numbers of members of each group by state, without contacts that are deleted or not matched yet. Whether the
-- contact counts stands on the member's row. The contact is held while that is read: a contact that is deleted in the
-- same moment either waits for the row, and then finds it, or is seen as deleted.
CREATE FUNCTION group_member_listed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT deleted_at IS NULL AND NOT is_unmatched INTO NEW.is_listed FROM contact
    WHERE tenant_id = NEW.tenant_id AND id = NEW.contact_id FOR SHARE;
  NEW.is_listed := coalesce(NEW.is_listed, false);
  RETURN NEW;
END $$;
ALTER FUNCTION group_member_listed() OWNER TO guildhall_system;
CREATE TRIGGER group_member_listed BEFORE INSERT OR UPDATE OF contact_id ON contact_group_member
  FOR EACH ROW EXECUTE FUNCTION group_member_listed();

CREATE FUNCTION contact_listed_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE contact_group_member SET is_listed = NEW.deleted_at IS NULL AND NOT NEW.is_unmatched
    WHERE tenant_id = NEW.tenant_id AND contact_id = NEW.id;
  RETURN NULL;
END $$;
ALTER FUNCTION contact_listed_changed() OWNER TO guildhall_system;
CREATE TRIGGER contact_listed_changed AFTER UPDATE OF deleted_at, is_unmatched ON contact FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL AND NOT OLD.is_unmatched) <> (NEW.deleted_at IS NULL AND NOT NEW.is_unmatched))
  EXECUTE FUNCTION contact_listed_changed();

CREATE FUNCTION group_count_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'group:' || group_id || ':' || state, pg_backend_pid() % 8, count(*)
    FROM added WHERE is_listed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'group:' || group_id || ':' || state, pg_backend_pid() % 8, -count(*)
    FROM removed WHERE is_listed GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  ELSE
    INSERT INTO record_count AS c (tenant_id, bucket, slot, n)
    SELECT tenant_id, 'group:' || group_id || ':' || state, pg_backend_pid() % 8, sum(d)
    FROM (SELECT tenant_id, group_id, state, 1 AS d FROM added WHERE is_listed
          UNION ALL
          SELECT tenant_id, group_id, state, -1 FROM removed WHERE is_listed) changed
    GROUP BY 1, 2 HAVING sum(d) <> 0 ORDER BY 1, 2
    ON CONFLICT (tenant_id, bucket, slot) DO UPDATE SET n = c.n + excluded.n;
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION group_count_changed() OWNER TO guildhall_system;
CREATE TRIGGER group_count_insert AFTER INSERT ON contact_group_member REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION group_count_changed();
CREATE TRIGGER group_count_update AFTER UPDATE ON contact_group_member REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION group_count_changed();
CREATE TRIGGER group_count_delete AFTER DELETE ON contact_group_member REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION group_count_changed();

-- Members from before there were counts.
SET LOCAL ROLE guildhall_system;
UPDATE contact_group_member m SET is_listed = false FROM contact c
  WHERE c.tenant_id = m.tenant_id AND c.id = m.contact_id AND (c.deleted_at IS NOT NULL OR c.is_unmatched);
DELETE FROM record_count WHERE bucket LIKE 'group:%';
INSERT INTO record_count (tenant_id, bucket, slot, n)
  SELECT tenant_id, 'group:' || group_id || ':' || state, 0, count(*) FROM contact_group_member WHERE is_listed GROUP BY 1, 2;
RESET ROLE;
-- What is sent to many at once waits behind what somebody waits for: jobs may carry a priority, higher is later.
CREATE OR REPLACE FUNCTION enqueue_jobs(specs json) RETURNS void
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
    s.name, s.payload, queue_name => s.queue, run_at => s."runAt", max_attempts => s.attempts, job_key => s.key,
    priority => s.priority)
  FROM json_to_recordset(specs) AS s (
    name text, payload json, key text, queue text, "runAt" timestamptz, attempts integer, priority integer);
END $$;
