-- CreateTable
CREATE TABLE "migration_run" (
    "id" SERIAL NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "finished_at" TIMESTAMPTZ(3),
    "message" TEXT,

    CONSTRAINT "migration_run_pkey" PRIMARY KEY ("id")
);

-- What Prisma cannot express.

ALTER TABLE migration_run ADD CONSTRAINT migration_run_state CHECK (state IN ('queued', 'running', 'done', 'failed'));
-- One run at a time.
-- by hand: migration_run_unfinished
CREATE UNIQUE INDEX migration_run_unfinished ON migration_run ((true)) WHERE finished_at IS NULL;

-- The kernel queues and reports migrations; no request role can.
GRANT SELECT, INSERT, UPDATE, DELETE ON migration_run TO guildhall_system;
GRANT USAGE ON SEQUENCE migration_run_id_seq TO guildhall_system;

-- A database in which only the scripts run, as for the comparison with the schema, has no history.
DO $$
BEGIN
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
    GRANT SELECT ON _prisma_migrations TO guildhall_system;
  END IF;
END $$;
