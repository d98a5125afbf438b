-- Lists of contacts by tag and by category read only these indexes.
DROP INDEX "contact_tag_tenant_id_tag_id_idx";
CREATE INDEX "contact_tag_tenant_id_tag_id_contact_id_idx" ON "contact_tag"("tenant_id", "tag_id", "contact_id");
DROP INDEX "contact_category_tenant_id_item_id_idx";
CREATE INDEX "contact_category_tenant_id_item_id_contact_id_idx" ON "contact_category"("tenant_id", "item_id", "contact_id");

-- A search finds the words of the prefix and the suffix of a name, as later saves derive them (search-tokens.model). The
-- triggers are off, because nothing changes that lists, totals or the change feed show.
ALTER TABLE contact DISABLE TRIGGER USER;
UPDATE contact c SET search = coalesce(c.search, '') || array_to_tsvector(x.tokens)
FROM (SELECT c.tenant_id, c.id, array_agg(DISTINCT c.tenant_id || '|' || left(word[1], 48)) AS tokens
  FROM contact c CROSS JOIN LATERAL regexp_matches(
    regexp_replace(normalize(lower(concat_ws(' ', c.prefix, c.suffix)), NFKD), '[\u0300-\u036f]', '', 'g'),
    '[[:alnum:]]+', 'g') AS word
  WHERE c.prefix IS NOT NULL OR c.suffix IS NOT NULL
  GROUP BY 1, 2) x
WHERE c.tenant_id = x.tenant_id AND c.id = x.id;
ALTER TABLE contact ENABLE TRIGGER USER;
