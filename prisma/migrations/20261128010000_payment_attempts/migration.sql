-- Carts of events are paid by the same attempts as those of the store.

ALTER TABLE "store_checkout" RENAME TO "payment_attempt";
ALTER TABLE "payment_attempt" RENAME CONSTRAINT "store_checkout_pkey" TO "payment_attempt_pkey";
ALTER TABLE "payment_attempt" RENAME CONSTRAINT "store_checkout_tenant_id_cart_id_fkey" TO "payment_attempt_tenant_id_cart_id_fkey";
ALTER TABLE "payment_attempt" RENAME CONSTRAINT "store_checkout_state" TO "payment_attempt_state";
ALTER INDEX "store_checkout_tenant_id_cart_id_idx" RENAME TO "payment_attempt_tenant_id_cart_id_idx";
ALTER INDEX "store_checkout_tenant_id_request_key_key" RENAME TO "payment_attempt_tenant_id_request_key_key";
ALTER SEQUENCE "store_checkout_id_seq" RENAME TO "payment_attempt_id_seq";
ALTER TABLE "payment_attempt" ALTER COLUMN "cart_id" DROP NOT NULL, ADD COLUMN "event_order_id" INTEGER;

-- CreateIndex
CREATE INDEX "payment_attempt_tenant_id_event_order_id_idx" ON "payment_attempt"("tenant_id", "event_order_id");

-- AddForeignKey
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_tenant_id_event_order_id_fkey" FOREIGN KEY ("tenant_id", "event_order_id") REFERENCES "event_order"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma cannot express.

ALTER TABLE payment_attempt ADD CONSTRAINT payment_attempt_cart CHECK (num_nonnulls(cart_id, event_order_id) = 1);
