-- The processor does not refund a charge after a dispute that was won: then the books refund its payment. Disputes that were won
-- before are few.
ALTER TABLE "payment" ADD COLUMN "is_refunded_by_books" BOOLEAN NOT NULL DEFAULT false;
UPDATE payment p SET is_refunded_by_books = true FROM processor_dispute d
WHERE d.tenant_id = p.tenant_id AND d.charge_id = p.charge_id AND d.status = 'won' AND NOT d.is_charge_refundable;
GRANT UPDATE (is_refunded_by_books) ON payment TO guildhall_app, guildhall_chapter;
