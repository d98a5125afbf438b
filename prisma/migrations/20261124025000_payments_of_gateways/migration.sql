-- A gateway that payments use cannot be deleted.
CREATE INDEX "payment_tenant_id_payment_gateway_id_idx" ON "payment"("tenant_id", "payment_gateway_id");
-- Work on the whole tenant finds the charges and transactions of a gateway, also for the owner of a chapter.
GRANT SELECT ON processor_account, gateway_transaction TO guildhall_chapter;
