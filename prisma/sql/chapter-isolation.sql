-- Access

SELECT secure_tenant_table('chapter_departure');
SELECT chapter_wall('chapter_departure', 'chapter_id = ANY (readable_chapters())', 'false');
REVOKE INSERT, UPDATE, DELETE ON chapter_departure FROM guildhall_app, guildhall_chapter;
