-- Access

SELECT secure_tenant_table('help_topic');
SELECT chapter_wall_list('help_topic');

SELECT secure_tenant_table('help_topic_edit');
SELECT chapter_wall_list('help_topic_edit');

SELECT secure_tenant_table('help_comment');
SELECT chapter_wall_list('help_comment');
