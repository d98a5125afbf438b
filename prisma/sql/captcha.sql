-- Access

SELECT secure_tenant_table('used_captcha');
SELECT chapter_wall_closed('used_captcha');
