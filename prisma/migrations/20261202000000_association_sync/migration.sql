-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "affiliation" TEXT,
ADD COLUMN     "national_id" INTEGER,
ADD COLUMN     "national_status_id" SMALLINT,
ADD COLUMN     "state_member_id" TEXT;

-- CreateTable
CREATE TABLE "association_settings" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "affiliation" TEXT,
    "registry" TEXT NOT NULL DEFAULT 'Embedded',
    "registry_url" TEXT,
    "registry_key" TEXT,
    "registry_key_hint" TEXT,
    "is_registry_enabled" BOOLEAN NOT NULL DEFAULT true,
    "registry_cursor" TEXT,
    "received_at" TIMESTAMPTZ(3),
    "receive_due_at" TIMESTAMPTZ(3),

    CONSTRAINT "association_settings_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "association_member" (
    "tenant_id" INTEGER NOT NULL,
    "national_id" INTEGER NOT NULL,
    "contact_id" INTEGER,
    "system_type_id" SMALLINT NOT NULL,
    "clocks" JSONB NOT NULL DEFAULT '{}',
    "waiting" JSONB NOT NULL DEFAULT '{}',
    "waiting_parent_id" INTEGER,
    "known" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "association_member_pkey" PRIMARY KEY ("tenant_id","national_id")
);

-- CreateTable
CREATE TABLE "association_transaction" (
    "tenant_id" INTEGER NOT NULL,
    "origin" TEXT NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "national_id" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "association_transaction_pkey" PRIMARY KEY ("tenant_id","origin","transaction_id")
);

-- CreateTable
CREATE TABLE "association_change" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "transaction_id" UUID NOT NULL,
    "national_id" INTEGER NOT NULL,
    "change_type" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "contact" JSONB NOT NULL,

    CONSTRAINT "association_change_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "registry_event" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "contact_id" INTEGER,
    "national_id" INTEGER,
    "is_received" BOOLEAN NOT NULL DEFAULT false,
    "request_id" TEXT NOT NULL,
    "change_type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'Pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "message" TEXT,
    "tags" TEXT[],
    "body" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "registry_event_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "embedded_registry_record" (
    "tenant_id" INTEGER NOT NULL,
    "national_id" INTEGER NOT NULL,
    "contact" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "embedded_registry_record_pkey" PRIMARY KEY ("tenant_id","national_id")
);

-- CreateTable
CREATE TABLE "embedded_registry_request" (
    "tenant_id" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    "national_id" INTEGER NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "embedded_registry_request_pkey" PRIMARY KEY ("tenant_id","request_id")
);

-- CreateTable
CREATE TABLE "embedded_registry_change" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "operation" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "embedded_registry_change_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "association_settings_tenant_id_key" ON "association_settings"("tenant_id");

-- CreateIndex
CREATE INDEX "association_member_tenant_id_contact_id_idx" ON "association_member"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "association_change_tenant_id_modified_at_id_idx" ON "association_change"("tenant_id", "modified_at", "id");

-- CreateIndex
CREATE INDEX "registry_event_tenant_id_contact_id_id_idx" ON "registry_event"("tenant_id", "contact_id", "id");

-- CreateIndex
CREATE INDEX "registry_event_tenant_id_created_at_id_idx" ON "registry_event"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "registry_event_tenant_id_is_received_request_id_key" ON "registry_event"("tenant_id", "is_received", "request_id");

-- AddForeignKey
ALTER TABLE "association_member" ADD CONSTRAINT "association_member_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "registry_event" ADD CONSTRAINT "registry_event_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['association_settings', 'association_transaction', 'association_change',
    'embedded_registry_record', 'embedded_registry_request', 'embedded_registry_change']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    -- The sync concerns the whole tenant: no role that is limited to chapters has its scopes.
    PERFORM chapter_wall_closed(owned::regclass);
  END LOOP;
END $$;
-- A caller that is limited to chapters merges contacts with these rows.
SELECT secure_tenant_table('association_member');
SELECT secure_tenant_table('registry_event');
SELECT chapter_wall_by_contact('association_member', 'contact_id');
SELECT chapter_wall_by_contact('registry_event', 'contact_id');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- Children that wait for their parent, and what the daily check reads.
CREATE INDEX association_member_waiting ON association_member (tenant_id, waiting_parent_id)
  WHERE waiting_parent_id IS NOT NULL;
-- Retention.
CREATE INDEX association_transaction_received ON association_transaction (received_at);
CREATE INDEX association_change_made ON association_change (modified_at);
-- Rows that a job has to send or apply, by due time for the task that covers all tenants, and in order per tenant.
CREATE INDEX registry_event_due ON registry_event (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX registry_event_open ON registry_event (tenant_id, contact_id, id) WHERE settled_at IS NULL;
CREATE INDEX registry_event_ended ON registry_event (settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX association_settings_receive_due ON association_settings (receive_due_at) WHERE receive_due_at IS NOT NULL;

-- The feed of changes for other bodies uses the same locks as that of contacts: none is missed that commits late.
CREATE TRIGGER contact_feed_stamp BEFORE INSERT ON association_change
  FOR EACH ROW EXECUTE FUNCTION contact_feed_stamp();

-- Changes after a position, as JSON rows in the order of (time, id), without those of an origin; without an origin, only
-- those made here. The horizon is read first, and the rows by a statement with a snapshot of its own: see contact_changes.
CREATE FUNCTION association_changes(since timestamptz, after_id bigint, excluded text, wanted integer)
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
REVOKE EXECUTE ON FUNCTION association_changes(timestamptz, bigint, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION association_changes(timestamptz, bigint, text, integer) TO guildhall_app;
