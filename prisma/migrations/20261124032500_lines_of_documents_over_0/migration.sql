-- A document over 0 has a line of 0 on the receivables, so that the statement of its contact shows it. Documents that were
-- posted before that get the line now. The trigger refuses lines that are added later; a line of 0 changes no balance.
ALTER TABLE journal_line DISABLE TRIGGER journal_lines_added;
INSERT INTO journal_line (tenant_id, entry_id, position, account_id, contact_id, posted_on, amount)
  SELECT e.tenant_id, e.id,
    (SELECT coalesce(max(l.position), 0) + 1 FROM journal_line l WHERE l.tenant_id = e.tenant_id AND l.entry_id = e.id),
    a.id, e.contact_id, e.posted_on, 0
  FROM journal_entry e
  JOIN account a ON a.tenant_id = e.tenant_id AND a.system_role = 'receivable'
  WHERE e.document_kind IN ('invoice', 'credit') AND NOT EXISTS (SELECT FROM journal_line l
    WHERE l.tenant_id = e.tenant_id AND l.entry_id = e.id AND l.account_id = a.id)
  ORDER BY e.tenant_id, e.posted_on, e.id;
ALTER TABLE journal_line ENABLE TRIGGER journal_lines_added;
