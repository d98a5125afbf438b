-- A gateway that payments use cannot be deleted.
CREATE INDEX "payment_tenant_id_payment_gateway_id_idx" ON "payment"("tenant_id", "payment_gateway_id");
