-- AlterTable
ALTER TABLE "contact" ADD COLUMN     "source_connection_id" INTEGER;

-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "source_connection_id" INTEGER;

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "hub_tenant_key" TEXT,
ADD COLUMN     "is_open_to_exchanges" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "peer" (
    "url" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "peer_pkey" PRIMARY KEY ("url")
);

-- CreateTable
CREATE TABLE "exchange" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "uid" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "owner_key" TEXT NOT NULL,
    "owner_installation" TEXT NOT NULL DEFAULT '',
    "is_own" BOOLEAN NOT NULL,
    "state_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exchange_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "exchange_party" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "exchange_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "installation" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "hub_key" TEXT,
    "is_source" BOOLEAN NOT NULL,
    "consent" TEXT NOT NULL DEFAULT 'Invited',
    "sealed" TEXT,

    CONSTRAINT "exchange_party_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "connection" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "uid" UUID NOT NULL,
    "exchange_id" INTEGER NOT NULL,
    "is_source" BOOLEAN NOT NULL,
    "other_key" TEXT NOT NULL,
    "other_installation" TEXT NOT NULL DEFAULT '',
    "other_name" TEXT NOT NULL,
    "mapping" JSONB NOT NULL,
    "individual_parts" SMALLINT NOT NULL DEFAULT 0,
    "business_parts" SMALLINT NOT NULL DEFAULT 0,
    "target_field_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "syncs_memberships" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'Pending',
    "is_disabled_here" BOOLEAN NOT NULL DEFAULT false,
    "is_disabled_there" BOOLEAN NOT NULL DEFAULT false,
    "total_count" INTEGER NOT NULL DEFAULT 0,
    "copied_count" INTEGER NOT NULL DEFAULT 0,
    "out_sequence" BIGINT NOT NULL DEFAULT 0,
    "in_sequence" BIGINT NOT NULL DEFAULT 0,
    "sealed" TEXT NOT NULL,
    "failure" TEXT,
    "last_enabled_at" TIMESTAMPTZ(3),
    "last_disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "has_work" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "connection_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "connection_message" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "connection_message_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "connection_sent_contact" (
    "tenant_id" INTEGER NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "contact_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "hash" TEXT,
    "is_due" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "connection_sent_contact_pkey" PRIMARY KEY ("tenant_id","connection_id","contact_id")
);

-- CreateTable
CREATE TABLE "connection_received_contact" (
    "tenant_id" INTEGER NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "source_contact_id" INTEGER NOT NULL,
    "contact_id" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "connection_received_contact_pkey" PRIMARY KEY ("tenant_id","connection_id","source_contact_id")
);

-- CreateTable
CREATE TABLE "exchange_receipt" (
    "tenant_id" INTEGER NOT NULL,
    "message_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exchange_receipt_pkey" PRIMARY KEY ("tenant_id","message_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "exchange_tenant_id_uid_key" ON "exchange"("tenant_id", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "exchange_party_tenant_id_exchange_id_key_key" ON "exchange_party"("tenant_id", "exchange_id", "key");

-- CreateIndex
CREATE INDEX "connection_tenant_id_exchange_id_idx" ON "connection"("tenant_id", "exchange_id");

-- CreateIndex
CREATE INDEX "connection_has_work_idx" ON "connection"("has_work");

-- CreateIndex
CREATE UNIQUE INDEX "connection_tenant_id_uid_key" ON "connection"("tenant_id", "uid");

-- CreateIndex
CREATE UNIQUE INDEX "connection_message_tenant_id_connection_id_sequence_key" ON "connection_message"("tenant_id", "connection_id", "sequence");

-- CreateIndex
CREATE INDEX "connection_sent_contact_tenant_id_connection_id_is_due_cont_idx" ON "connection_sent_contact"("tenant_id", "connection_id", "is_due", "contact_id");

-- CreateIndex
CREATE INDEX "connection_sent_contact_tenant_id_contact_id_idx" ON "connection_sent_contact"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "connection_received_contact_tenant_id_contact_id_idx" ON "connection_received_contact"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "exchange_receipt_received_at_idx" ON "exchange_receipt"("received_at");

-- AddForeignKey
ALTER TABLE "exchange_party" ADD CONSTRAINT "exchange_party_tenant_id_exchange_id_fkey" FOREIGN KEY ("tenant_id", "exchange_id") REFERENCES "exchange"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "connection" ADD CONSTRAINT "connection_tenant_id_exchange_id_fkey" FOREIGN KEY ("tenant_id", "exchange_id") REFERENCES "exchange"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "connection_message" ADD CONSTRAINT "connection_message_tenant_id_connection_id_fkey" FOREIGN KEY ("tenant_id", "connection_id") REFERENCES "connection"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "connection_sent_contact" ADD CONSTRAINT "connection_sent_contact_tenant_id_connection_id_fkey" FOREIGN KEY ("tenant_id", "connection_id") REFERENCES "connection"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "connection_received_contact" ADD CONSTRAINT "connection_received_contact_tenant_id_connection_id_fkey" FOREIGN KEY ("tenant_id", "connection_id") REFERENCES "connection"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('exchange');
SELECT secure_tenant_table('exchange_party');
SELECT secure_tenant_table('connection');
SELECT secure_tenant_table('connection_message');
SELECT secure_tenant_table('connection_sent_contact');
SELECT secure_tenant_table('connection_received_contact');
SELECT secure_tenant_table('exchange_receipt');
SELECT chapter_wall_closed('exchange');
SELECT chapter_wall_closed('exchange_party');
-- A caller limited to chapters reads it to learn what is read-only.
SELECT chapter_wall_list('connection');
SELECT chapter_wall_closed('connection_message');
SELECT chapter_wall_closed('connection_sent_contact');
SELECT chapter_wall_closed('connection_received_contact');
SELECT chapter_wall_closed('exchange_receipt');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;
GRANT SELECT, INSERT, UPDATE, DELETE ON peer TO guildhall_system;

ALTER TABLE exchange_party ADD CONSTRAINT exchange_party_consent CHECK (consent IN ('Invited', 'Accepted', 'Declined'));
ALTER TABLE connection
  ADD CONSTRAINT connection_status CHECK (status IN ('Pending', 'Copying', 'Active', 'Failed')),
  ADD CONSTRAINT connection_parts CHECK (individual_parts BETWEEN 0 AND 15 AND business_parts BETWEEN 0 AND 15);
-- One connection for each exchange and source.
CREATE UNIQUE INDEX connection_of_pair ON connection (tenant_id, exchange_id, is_source, other_key) WHERE deleted_at IS NULL;

-- The tenants that are open to exchanges: their key, name and hub are the only facts that another tenant can read.
GRANT CREATE ON SCHEMA public TO guildhall_system;
CREATE FUNCTION open_tenants(tenant integer, wanted text, is_exact boolean, max_rows integer)
  RETURNS TABLE (key text, name text, hub_key text)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_tenant(tenant);
  RETURN QUERY SELECT t.key, t.name, t.hub_tenant_key FROM tenant t
    WHERE t.id <> tenant AND t.is_open_to_exchanges
      AND (t.key = wanted OR NOT is_exact AND (strpos(t.key, lower(wanted)) > 0 OR strpos(lower(t.name), lower(wanted)) > 0))
    ORDER BY lower(t.name), t.key LIMIT max_rows;
END $$;
ALTER FUNCTION open_tenants(integer, text, boolean, integer) OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION open_tenants(integer, text, boolean, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_tenants(integer, text, boolean, integer) TO guildhall_app;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;

-- Data from another tenant is read-only here, whatever changes it: see docs/decisions/0074. Only the transaction that
-- applies a message of the connection has the setting guildhall.synchronizing.
CREATE FUNCTION raise_synchronized(connection integer, other_name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'synchronized:%:%', connection, other_name USING ERRCODE = 'GH002';
END $$;

-- Rejects a change of one part of a contact (see connection.individual_parts) if a connection synchronizes it.
CREATE FUNCTION require_unsynchronized(tenant integer, contact integer, part integer) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  k record;
BEGIN
  SELECT n.id, n.other_name INTO k FROM contact c
    JOIN connection n ON n.tenant_id = c.tenant_id AND n.id = c.source_connection_id
    WHERE c.tenant_id = tenant AND c.id = contact AND c.source_connection_id IS NOT NULL AND n.deleted_at IS NULL
      AND (CASE c.system_type_id WHEN 1 THEN n.individual_parts ELSE n.business_parts END & part) <> 0;
  IF FOUND AND current_setting('guildhall.synchronizing', true) IS DISTINCT FROM k.id::text THEN
    PERFORM raise_synchronized(k.id, k.other_name);
  END IF;
END $$;

CREATE FUNCTION contact_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  k record;
  parts integer;
BEGIN
  IF current_setting('guildhall.synchronizing', true) = OLD.source_connection_id::text THEN
    RETURN NEW;
  END IF;
  SELECT n.* INTO k FROM connection n
    WHERE n.tenant_id = OLD.tenant_id AND n.id = OLD.source_connection_id AND n.deleted_at IS NULL;
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  parts := CASE OLD.system_type_id WHEN 1 THEN k.individual_parts ELSE k.business_parts END;
  IF OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.source_connection_id IS DISTINCT FROM NEW.source_connection_id
    OR parts & 1 <> 0 AND (OLD.prefix, OLD.first_name, OLD.middle_name, OLD.last_name, OLD.suffix, OLD.common_name,
        OLD.primary_title, OLD.gender_id, OLD.organization_name)
      IS DISTINCT FROM (NEW.prefix, NEW.first_name, NEW.middle_name, NEW.last_name, NEW.suffix, NEW.common_name,
        NEW.primary_title, NEW.gender_id, NEW.organization_name)
    OR parts & 2 <> 0 AND (OLD.primary_email_id, OLD.primary_phone_id, OLD.primary_website_id)
      IS DISTINCT FROM (NEW.primary_email_id, NEW.primary_phone_id, NEW.primary_website_id)
    OR parts & 4 <> 0 AND OLD.primary_address_id IS DISTINCT FROM NEW.primary_address_id THEN
    PERFORM raise_synchronized(k.id, k.other_name);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER contact_synchronized BEFORE UPDATE ON contact FOR EACH ROW
  WHEN (OLD.source_connection_id IS NOT NULL) EXECUTE FUNCTION contact_synchronized();

-- TG_ARGV: the part, and the columns that are not compared.
CREATE FUNCTION contact_part_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  part constant integer := TG_ARGV[0]::integer;
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - TG_ARGV[1] = to_jsonb(NEW) - TG_ARGV[1] THEN
    RETURN NEW;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM require_unsynchronized(OLD.tenant_id, OLD.contact_id, part);
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND OLD.contact_id <> NEW.contact_id THEN
    PERFORM require_unsynchronized(NEW.tenant_id, NEW.contact_id, part);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
-- Whether mails to an address fail or are unwanted is known here.
CREATE TRIGGER contact_email_synchronized BEFORE INSERT OR UPDATE OR DELETE ON contact_email FOR EACH ROW
  EXECUTE FUNCTION contact_part_synchronized('2', 'status');
CREATE TRIGGER contact_phone_synchronized BEFORE INSERT OR UPDATE OR DELETE ON contact_phone FOR EACH ROW
  EXECUTE FUNCTION contact_part_synchronized('2', '');
CREATE TRIGGER contact_website_synchronized BEFORE INSERT OR UPDATE OR DELETE ON contact_website FOR EACH ROW
  EXECUTE FUNCTION contact_part_synchronized('2', '');
CREATE TRIGGER contact_address_synchronized BEFORE INSERT OR UPDATE OR DELETE ON contact_address FOR EACH ROW
  EXECUTE FUNCTION contact_part_synchronized('4', '');

CREATE FUNCTION address_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM require_unsynchronized(a.tenant_id, a.contact_id, 4) FROM contact_address a
    WHERE a.tenant_id = OLD.tenant_id AND a.address_id = OLD.id;
  RETURN NEW;
END $$;
CREATE TRIGGER address_synchronized BEFORE UPDATE ON address FOR EACH ROW EXECUTE FUNCTION address_synchronized();

CREATE FUNCTION custom_value_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v constant custom_field_value := coalesce(NEW, OLD);
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.object_id, OLD.text_value, OLD.number_value, OLD.date_value, OLD.ref_id)
      IS NOT DISTINCT FROM (NEW.object_id, NEW.text_value, NEW.number_value, NEW.date_value, NEW.ref_id) THEN
    RETURN NEW;
  END IF;
  PERFORM require_unsynchronized(v.tenant_id, k.id, 8)
    FROM unnest(ARRAY[v.object_id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.object_id END]) AS k(id)
    JOIN contact c ON c.tenant_id = v.tenant_id AND c.id = k.id AND c.source_connection_id IS NOT NULL
    JOIN connection n ON n.tenant_id = c.tenant_id AND n.id = c.source_connection_id AND v.field_id = ANY (n.target_field_ids);
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER custom_value_synchronized BEFORE INSERT OR UPDATE OR DELETE ON custom_field_value FOR EACH ROW
  EXECUTE FUNCTION custom_value_synchronized();

-- A membership and its terms, if connections synchronize memberships.
CREATE FUNCTION require_unsynchronized_membership(tenant integer, source integer) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  k record;
BEGIN
  SELECT n.id, n.other_name INTO k FROM connection n
    WHERE n.tenant_id = tenant AND n.id = source AND n.deleted_at IS NULL AND n.syncs_memberships;
  IF FOUND AND current_setting('guildhall.synchronizing', true) IS DISTINCT FROM k.id::text THEN
    PERFORM raise_synchronized(k.id, k.other_name);
  END IF;
END $$;

CREATE FUNCTION membership_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR (OLD.contact_id, OLD.type_id, OLD.next_level_id, OLD.joined_on, OLD.approved_at,
        OLD.auto_renew, OLD.suspended_on, OLD.cancelled_on, OLD.dropped_on, OLD.end_reason, OLD.source_connection_id)
      IS DISTINCT FROM (NEW.contact_id, NEW.type_id, NEW.next_level_id, NEW.joined_on, NEW.approved_at,
        NEW.auto_renew, NEW.suspended_on, NEW.cancelled_on, NEW.dropped_on, NEW.end_reason, NEW.source_connection_id) THEN
    PERFORM require_unsynchronized_membership(OLD.tenant_id, OLD.source_connection_id);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER membership_synchronized BEFORE UPDATE OR DELETE ON membership FOR EACH ROW
  WHEN (OLD.source_connection_id IS NOT NULL) EXECUTE FUNCTION membership_synchronized();

CREATE FUNCTION membership_term_synchronized() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  x constant membership_term := coalesce(NEW, OLD);
BEGIN
  PERFORM require_unsynchronized_membership(m.tenant_id, m.source_connection_id) FROM membership m
    WHERE m.tenant_id = x.tenant_id AND m.id = x.membership_id AND m.source_connection_id IS NOT NULL;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER membership_term_synchronized BEFORE INSERT OR UPDATE OR DELETE ON membership_term FOR EACH ROW
  EXECUTE FUNCTION membership_term_synchronized();

GRANT UPDATE (is_open_to_exchanges, hub_tenant_key) ON tenant TO guildhall_app;

REVOKE EXECUTE ON FUNCTION contact_synchronized(), contact_part_synchronized(), address_synchronized(),
  custom_value_synchronized(), membership_synchronized(), membership_term_synchronized() FROM PUBLIC;
