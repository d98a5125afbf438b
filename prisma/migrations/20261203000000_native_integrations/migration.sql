-- CreateTable
CREATE TABLE "native_integration" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "app_id" TEXT NOT NULL,
    "values" JSONB,
    "is_paused" BOOLEAN NOT NULL DEFAULT false,
    "event_kinds" TEXT[],
    "last_ended_at" TIMESTAMPTZ(3),
    "last_status" TEXT,
    "installed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "native_integration_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "native_connector" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "credentials" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "connected_at" TIMESTAMPTZ(3),
    "message" TEXT,

    CONSTRAINT "native_connector_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "native_authorization" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "connector_id" INTEGER NOT NULL,
    "state_hash" TEXT NOT NULL,
    "verifier" TEXT NOT NULL,
    "redirect_url" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "native_authorization_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "native_execution" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "execution_id" UUID NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "number" TEXT,
    "event_id" BIGINT,
    "status" TEXT NOT NULL DEFAULT 'Pending',
    "message" TEXT,
    "done_count" INTEGER NOT NULL DEFAULT 0,
    "total_count" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "native_execution_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "native_feed" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "integration_id" INTEGER NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT,

    CONSTRAINT "native_feed_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "native_integration_tenant_id_app_id_key" ON "native_integration"("tenant_id", "app_id");

-- CreateIndex
CREATE UNIQUE INDEX "native_connector_tenant_id_integration_id_key" ON "native_connector"("tenant_id", "integration_id");

-- CreateIndex
CREATE INDEX "native_authorization_tenant_id_connector_id_idx" ON "native_authorization"("tenant_id", "connector_id");

-- CreateIndex
CREATE UNIQUE INDEX "native_authorization_tenant_id_state_hash_key" ON "native_authorization"("tenant_id", "state_hash");

-- CreateIndex
CREATE INDEX "native_execution_tenant_id_integration_id_id_idx" ON "native_execution"("tenant_id", "integration_id", "id");

-- CreateIndex
CREATE INDEX "native_execution_ended_at_idx" ON "native_execution"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "native_execution_tenant_id_execution_id_key" ON "native_execution"("tenant_id", "execution_id");

-- CreateIndex
CREATE UNIQUE INDEX "native_feed_tenant_id_integration_id_key" ON "native_feed"("tenant_id", "integration_id");

-- CreateIndex
CREATE UNIQUE INDEX "native_feed_tenant_id_secret_hash_key" ON "native_feed"("tenant_id", "secret_hash");

-- AddForeignKey
ALTER TABLE "native_connector" ADD CONSTRAINT "native_connector_tenant_id_integration_id_fkey" FOREIGN KEY ("tenant_id", "integration_id") REFERENCES "native_integration"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "native_authorization" ADD CONSTRAINT "native_authorization_tenant_id_connector_id_fkey" FOREIGN KEY ("tenant_id", "connector_id") REFERENCES "native_connector"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "native_execution" ADD CONSTRAINT "native_execution_tenant_id_integration_id_fkey" FOREIGN KEY ("tenant_id", "integration_id") REFERENCES "native_integration"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "native_feed" ADD CONSTRAINT "native_feed_tenant_id_integration_id_fkey" FOREIGN KEY ("tenant_id", "integration_id") REFERENCES "native_integration"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['native_integration', 'native_connector', 'native_authorization', 'native_execution',
    'native_feed']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
    -- An integration sends records of the whole tenant.
    PERFORM chapter_wall_closed(owned::regclass);
  END LOOP;
END $$;
-- Work for the whole tenant reads which calendars are in use.
GRANT SELECT ON native_integration TO guildhall_chapter;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system;

ALTER TABLE native_integration ADD CONSTRAINT native_integration_status CHECK (last_status IN ('Succeeded', 'Failed'));
ALTER TABLE native_connector ADD CONSTRAINT native_connector_connected
  CHECK ((credentials IS NULL) = (connected_at IS NULL));
ALTER TABLE native_execution ADD CONSTRAINT native_execution_status
  CHECK (status IN ('Pending', 'Running', 'Succeeded', 'Failed'));
-- A run is due until it has ended, so that killed runs are found.
ALTER TABLE native_execution ADD CONSTRAINT native_execution_due CHECK ((due_at IS NULL) = (ended_at IS NOT NULL));
CREATE INDEX native_execution_due ON native_execution (tenant_id, integration_id, due_at) WHERE ended_at IS NULL;
-- The integrations that events can start, for the relay.
CREATE INDEX native_integration_of_events ON native_integration (tenant_id) WHERE cardinality(event_kinds) > 0;
