-- The version of a transfer, for its history and its events.
ALTER TABLE "processor_payout" ADD COLUMN "audit_id" INTEGER NOT NULL DEFAULT 1;
