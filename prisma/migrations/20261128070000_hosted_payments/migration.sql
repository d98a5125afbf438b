-- AlterTable
ALTER TABLE "processor_charge" ADD COLUMN     "cancel_url" TEXT,
ADD COLUMN     "page_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "page_uid" TEXT,
ADD COLUMN     "page_url" TEXT,
ADD COLUMN     "return_url" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "processor_charge_tenant_id_page_uid_key" ON "processor_charge"("tenant_id", "page_uid");

-- What Prisma cannot express.

ALTER TABLE processor_charge ADD CONSTRAINT processor_charge_page CHECK (
  CASE WHEN page_expires_at IS NULL THEN num_nonnulls(page_uid, page_url, return_url, cancel_url) = 0
  ELSE num_nonnulls(return_url, cancel_url) = 2 AND (page_uid IS NOT NULL OR page_url IS NULL) END);
ALTER TABLE processor_event DROP CONSTRAINT processor_event_subject,
  ADD CONSTRAINT processor_event_subject CHECK (subject IN ('charge', 'page', 'dispute', 'payout', 'account'));
ALTER TABLE event DROP CONSTRAINT event_payment_kinds,
  ADD CONSTRAINT event_payment_kinds CHECK (payment_kinds <@ ARRAY['Card', 'BankDebit', 'Hosted', 'Invoice']);
