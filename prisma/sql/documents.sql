-- Constraints and indexes

ALTER TABLE document_template ADD CONSTRAINT document_template_key CHECK (key IN ('invoice', 'receipt', 'statement',
  'certificate'));
ALTER TABLE document_template ADD CONSTRAINT document_template_paper_size CHECK (paper_size IN ('A4', 'Letter'));
ALTER TABLE printout ADD CONSTRAINT printout_kind CHECK (kind IN ('invoice', 'receipt', 'statement', 'certificate'));

-- The job finds the printouts that were never sent and are old.
CREATE INDEX printout_unsent ON printout (tenant_id, created_at) WHERE sent_at IS NULL;

-- Access

SELECT secure_tenant_table('document_template');
SELECT chapter_wall_list('document_template');

SELECT secure_tenant_table('printout');
SELECT chapter_wall_closed('printout');
