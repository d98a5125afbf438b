-- CreateTable
CREATE TABLE "event_registration_link" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "event_id" INTEGER NOT NULL,
    "address_key" TEXT NOT NULL,
    "token_hash" BYTEA,
    "form" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "order_id" INTEGER,

    CONSTRAINT "event_registration_link_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "event_registration_link_tenant_id_event_id_idx" ON "event_registration_link"("tenant_id", "event_id");

-- CreateIndex
CREATE INDEX "event_registration_link_tenant_id_address_key_idx" ON "event_registration_link"("tenant_id", "address_key");

-- CreateIndex
CREATE INDEX "event_registration_link_tenant_id_order_id_idx" ON "event_registration_link"("tenant_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "event_registration_link_tenant_id_token_hash_key" ON "event_registration_link"("tenant_id", "token_hash");

-- AddForeignKey
ALTER TABLE "event_registration_link" ADD CONSTRAINT "event_registration_link_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "event"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "event_registration_link" ADD CONSTRAINT "event_registration_link_tenant_id_order_id_fkey" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "event_order"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

SELECT secure_tenant_table('event_registration_link');
-- Registration has no limit to chapters, for any caller.
SELECT chapter_wall_closed('event_registration_link');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;
