-- CreateTable
CREATE TABLE "webhook" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "description" TEXT,
    "url" TEXT NOT NULL,
    "filters" TEXT[],
    "payload_style" TEXT NOT NULL DEFAULT 'thin',
    "skips_ping" BOOLEAN NOT NULL DEFAULT false,
    "preset" TEXT,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "paused_at" TIMESTAMPTZ(3),
    "pause_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "is_unwell" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "modified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_secret" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "sealed" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secret_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "event_id" BIGINT,
    "kind" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "body" TEXT,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "claims" INTEGER NOT NULL DEFAULT 0,
    "settled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "delivery_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "is_success" BOOLEAN NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "answer" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_secret_tenant_id_webhook_id_idx" ON "webhook_secret"("tenant_id", "webhook_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_tenant_id_webhook_id_occurred_at_idx" ON "webhook_delivery"("tenant_id", "webhook_id", "occurred_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_tenant_id_event_id_idx" ON "webhook_delivery"("tenant_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- CreateIndex
CREATE INDEX "webhook_attempt_tenant_id_webhook_id_id_idx" ON "webhook_attempt"("tenant_id", "webhook_id", "id");

-- CreateIndex
CREATE INDEX "webhook_attempt_tenant_id_delivery_id_idx" ON "webhook_attempt"("tenant_id", "delivery_id");

-- AddForeignKey
ALTER TABLE "webhook_secret" ADD CONSTRAINT "webhook_secret_tenant_id_webhook_id_fkey" FOREIGN KEY ("tenant_id", "webhook_id") REFERENCES "webhook"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_tenant_id_webhook_id_fkey" FOREIGN KEY ("tenant_id", "webhook_id") REFERENCES "webhook"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_tenant_id_webhook_id_fkey" FOREIGN KEY ("tenant_id", "webhook_id") REFERENCES "webhook"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_tenant_id_delivery_id_fkey" FOREIGN KEY ("tenant_id", "delivery_id") REFERENCES "webhook_delivery"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['webhook', 'webhook_secret', 'webhook_delivery', 'webhook_attempt']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    -- What webhooks send is told of the whole tenant.
    PERFORM chapter_wall_closed(owned::regclass);
  END LOOP;
END $$;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system;

ALTER TABLE webhook ADD CONSTRAINT webhook_payload_style CHECK (payload_style IN ('thin', 'full'));
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_status
  CHECK (status IN ('preparing', 'waiting', 'sending', 'held', 'delivered', 'failed', 'dropped'));

-- Senders jump from webhook to webhook, and take of each what is due, beside what is under way.
CREATE INDEX webhook_delivery_open ON webhook_delivery (tenant_id, webhook_id, due_at, id)
  WHERE status IN ('waiting', 'sending');
CREATE INDEX webhook_delivery_not_yet ON webhook_delivery (tenant_id, webhook_id) WHERE status IN ('held', 'preparing');
CREATE INDEX webhook_delivery_failed ON webhook_delivery (tenant_id, webhook_id) WHERE status = 'failed';
CREATE INDEX webhook_delivery_sending ON webhook_delivery (due_at) WHERE status = 'sending';
