-- A refund of a charge names the credit that replaces its payment, so that both happen in one transaction. Refunds that the
-- previous release requests have none: their credit is applied afterwards.
ALTER TABLE "processor_refund" ADD COLUMN "credit_id" INTEGER;
ALTER TABLE "processor_refund" ADD CONSTRAINT "processor_refund_tenant_id_credit_id_fkey" FOREIGN KEY ("tenant_id", "credit_id")
  REFERENCES "credit"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- A movement of a refund names it: the reports show the number of the refund. Movements from before have none.
ALTER TABLE "gateway_transaction" ADD COLUMN "refund_uid" TEXT;
