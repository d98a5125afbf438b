-- AlterTable
ALTER TABLE "ledger_link" ADD COLUMN     "sent_at" TIMESTAMPTZ(3),
ADD COLUMN     "customer_id" TEXT;

-- What Prisma cannot express.

-- The customers that the sync has created, by their ids in the ledger.
CREATE INDEX ledger_link_customer ON ledger_link (tenant_id, ledger_id) WHERE kind = 'contact';
