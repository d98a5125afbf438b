-- AlterTable
ALTER TABLE "ledger_link" ADD COLUMN     "is_former" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma cannot express.

-- The retention of the log deletes what has ended.
CREATE INDEX ledger_execution_ended ON ledger_execution (settled_at) WHERE settled_at IS NOT NULL;
