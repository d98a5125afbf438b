-- A void document whose period is closed is taken back in the ledger by another document.
ALTER TABLE ledger_link DROP CONSTRAINT ledger_link_kind;
ALTER TABLE ledger_link ADD CONSTRAINT ledger_link_kind CHECK (kind IN
  ('contact', 'invoice', 'payment', 'credit', 'creditApplication', 'refund', 'writeoff', 'writeoffApplication',
  'invoiceReversal', 'paymentReversal', 'creditReversal', 'refundReversal', 'writeoffReversal'));
