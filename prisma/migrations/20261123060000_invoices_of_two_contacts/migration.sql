-- An invoice can be billed to one contact for another: a caller limited to chapters needs both.
DROP POLICY whole_tenant ON invoice;
DROP POLICY chapter_read ON invoice;
DROP POLICY chapter_add ON invoice;
DROP POLICY chapter_change ON invoice;
DROP POLICY chapter_remove ON invoice;
SELECT chapter_wall_by_contact('invoice', 'contact_id', 'for_contact_id');
