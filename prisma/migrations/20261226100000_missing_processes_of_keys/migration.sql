-- AlterTable
ALTER TABLE "idempotency_key" ADD COLUMN "missing_since" TIMESTAMPTZ(3);
