-- AlterTable
ALTER TABLE "store_voucher" ADD COLUMN     "liability" DECIMAL(14,2) NOT NULL DEFAULT 0,
ADD COLUMN     "released" DECIMAL(14,2) NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "store_voucher_use" ADD COLUMN     "share" DECIMAL(14,2) NOT NULL DEFAULT 0;

-- What Prisma cannot express.

ALTER TABLE store_voucher ADD CONSTRAINT store_voucher_released CHECK (released >= 0);
CREATE INDEX store_voucher_owed ON store_voucher (tenant_id, expires_on) WHERE liability > 0;
ALTER TABLE journal_entry DROP CONSTRAINT journal_entry_document;
ALTER TABLE journal_entry ADD CONSTRAINT journal_entry_document
  CHECK (document_kind IN ('invoice', 'payment', 'credit', 'refund', 'writeoff', 'opening', 'processor', 'voucher')
    AND (document_id IS NULL) = (document_kind IN ('opening', 'processor')));

-- Vouchers that can still be used have their part of the line that sold them: of the whole line the pieces before and with it,
-- and of that what was not used. Those that a fee item posted to another account are not owed in the account of vouchers.
SET LOCAL ROLE guildhall_system;
UPDATE store_voucher v SET liability = round(s.share * CASE WHEN v.type_id = 1 THEN v.remaining / nullif(v.value, 0) ELSE 1 END, 2)
  FROM (SELECT v.tenant_id, v.id,
      floor(l.amount * 100 * row_number() OVER piece / l.quantity) / 100
        - floor(l.amount * 100 * (row_number() OVER piece - 1) / l.quantity) / 100 AS share
    FROM store_voucher v
    JOIN store_purchase_line l ON l.tenant_id = v.tenant_id AND l.id = v.line_id
    JOIN store_item i ON i.tenant_id = l.tenant_id AND i.id = l.item_id AND i.fee_item_id IS NULL
    WINDOW piece AS (PARTITION BY v.tenant_id, v.line_id ORDER BY v.id)) s
  WHERE s.tenant_id = v.tenant_id AND s.id = v.id AND v.voided_at IS NULL AND NOT v.is_used
    AND (v.type_id <> 1 OR v.value > 0);
UPDATE store_voucher_use u SET share = u.amount;
RESET ROLE;
